import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Monitor, Smartphone } from 'lucide-react';
import { endOtherSessions, endSession, listSessions } from '#shared/contract/security';
import type { Session } from '#shared/model/account';
import { callApi, failedWith, doneOrFound } from '../../../lib/api';
import { useIsImpersonated } from '../../../lib/session';
import { paths } from '../../../lib/paths';
import { useCall } from '../../../lib/use-call';
import { showFailure, showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { Button, Skeleton, ReadFailure } from '../../../ui/basics';
import { Card, Badge, DateText } from '../../../ui/content';
import { longDateTime } from '../../../lib/format';
import { SecurityRow } from './security-row';

const few = 3;

/**
 * Ends one session or all others, and reads the list again. `ending` is the id of the session that is being ended, or
 * 'others'. `afterwards` moves the focus: the focused button has disappeared by then.
 */
function useEndSessions(afterwards: () => void) {
  const { mutate: readAgain } = useCall(listSessions);
  const [ending, setEnding] = useState<string>();

  const [end] = useAction(async (what: 'others' | Session) => {
    setEnding(what === 'others' ? what : what.id);
    const call = what === 'others' ? callApi(endOtherSessions) : callApi(endSession, { params: { id: what.id } });
    try {
      await doneOrFound(call, readAgain, ({ sessions }) =>
        sessions.every(({ id, current }) => (what === 'others' ? current : id !== what.id)),
      );
      showToast({
        tone: 'success',
        title: 'ログアウトしました',
        description:
          what === 'others' ? 'ほかのすべての端末からログアウトしました。' : '選択した端末からログアウトしました。',
      });
    } catch (error) {
      showFailure(error, { title: 'ログアウトできませんでした' });
      // The session has already ended, so the list is out of date.
      if (!failedWith(error, 'SESSION_NOT_FOUND')) return undefined;
      await readAgain();
    } finally {
      setEnding(undefined);
    }
    return afterwards;
  });
  return { ending, end };
}

/** The user's sessions, this one first, each with a button to end it (decisions/sessions). */
export function SessionsCard() {
  const sessions = useCall(listSessions, {}, { again: true });
  const [unfolded, setUnfolded] = useState(false);
  const impersonated = useIsImpersonated();
  const list = useRef<HTMLUListElement>(null);
  const { ending, end } = useEndSessions(() => list.current?.focus());

  if (sessions.error && !sessions.data)
    return <ReadFailure read={sessions} title="ログイン中の端末を取得できませんでした" />;
  const all = sessions.data?.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  const shown = unfolded ? all : all?.slice(0, few);
  const others = all?.filter((session) => !session.current) ?? [];

  return (
    <Card
      title="ログイン中の端末"
      description={
        <>
          心当たりのない端末はログアウトさせ、
          <Link to={paths.settings} className="text-link">
            パスワードを変更
          </Link>
          してください。
        </>
      }
    >
      {shown ? (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="ログイン中の端末"
          className="divide-y divide-line border-t border-line outline-none"
        >
          {shown.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={ending === session.id}
              disabled={ending !== undefined || impersonated}
              onEnd={() => end(session)}
            />
          ))}
        </ul>
      ) : (
        <Skeleton lines={4} label="ログイン中の端末を読み込み中" />
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap gap-3 border-t border-line pt-5">
          {all && shown && shown.length < all.length && (
            <Button
              variant="secondary"
              onClick={() => {
                setUnfolded(true);
                list.current?.focus();
              }}
            >
              すべて表示（{all.length}件）
            </Button>
          )}
          <Button
            variant="secondary"
            busy={ending === 'others'}
            disabled={ending !== undefined || impersonated}
            onClick={() => end('others')}
          >
            ほかの端末をすべてログアウト
          </Button>
        </div>
      )}
    </Card>
  );
}

interface SessionRowProps {
  session: Session;
  busy: boolean;
  disabled: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, disabled, onEnd }: SessionRowProps) {
  const { device, address, createdAt, lastSeenAt, current, impersonation } = session;
  const Icon = /iPhone|Android|iPad/.test(device) ? Smartphone : Monitor;
  const began = longDateTime(createdAt * 1000);
  return (
    <SecurityRow
      Icon={Icon}
      title={device}
      active={current}
      badges={
        <>
          {current && <Badge tone="success">この端末</Badge>}
          {impersonation && <Badge tone="warning">管理者の代理ログイン</Badge>}
        </>
      }
      text={
        <>
          {current ? (
            <>
              <DateText unix={createdAt} form="minute" /> にログイン
            </>
          ) : (
            <>
              最終利用 <DateText unix={lastSeenAt} form="minute" />
            </>
          )}
          <span className="block break-all sm:ml-3 sm:inline">IPアドレス {address}</span>
        </>
      }
    >
      {!current && (
        <Button
          variant="quiet"
          size="sm"
          className="-mr-4"
          busy={busy}
          disabled={disabled}
          aria-label={`${device}（${began}にログイン）をログアウト`}
          onClick={onEnd}
        >
          ログアウト
        </Button>
      )}
    </SecurityRow>
  );
}
