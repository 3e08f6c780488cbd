import { Monitor, Smartphone } from 'lucide-react';
import type { Session } from '#shared/model/account';
import { longDateTime } from '../../../lib/format';
import { Badge } from '../../../ui/content';
import { Button } from '../../../ui/basics';
import { SecurityRow } from './security-row';

interface SessionRowProps {
  session: Session;
  busy: boolean;
  disabled: boolean;
  onEnd: () => void;
}

/** One session: its device, when it was last used, its start and place. */
export function SessionRow({ session, busy, disabled, onEnd }: SessionRowProps) {
  const { device, address, createdAt, lastSeenAt, current, impersonation } = session;
  const Icon = /iPhone|Android|iPad/.test(device) ? Smartphone : Monitor;
  const began = longDateTime(createdAt * 1000);
  const seen = longDateTime(lastSeenAt * 1000);
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
          <span className="block text-ink">
            {current ? (
              '現在利用しています'
            ) : (
              <>
                最終利用 <time dateTime={new Date(lastSeenAt * 1000).toISOString()}>{seen}</time> 頃
              </>
            )}
          </span>
          <time dateTime={new Date(createdAt * 1000).toISOString()}>{began}</time> にログイン
          <span className="block break-all sm:ml-3 sm:inline">IPアドレス {address}</span>
        </>
      }
    >
      {!current && (
        <Button
          variant="quiet"
          size="sm"
          className="-ml-4 sm:ml-0"
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
