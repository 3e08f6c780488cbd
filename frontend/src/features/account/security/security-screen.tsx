import { UserCog } from 'lucide-react';
import { useState } from 'react';
import { listImpersonations } from '#shared/contract/security';
import type { Impersonation } from '#shared/model/impersonation';
import { useUser } from '../../../lib/session';
import { paths } from '../../../lib/paths';
import { Page } from '../../../ui/page';
import { SecurityRow } from './security-row';
import { SessionsCard } from './sessions-card';
import { SecondStepCard } from './second-step-card';
import { longDate, longDateTime, timeOfDay } from '../../../lib/format';
import { useCall, useContact } from '../../../lib/use-call';
import { Badge, Card, ContactLine } from '../../../ui/content';
import { Button, Skeleton, ReadFailure } from '../../../ui/basics';

/**
 * Two-step sign-in, sessions, and impersonations (spec 2, Security settings; decisions/second-step and
 * decisions/impersonation).
 */
export function SecurityScreen() {
  const { user } = useUser();
  if (!user) return null;
  return (
    <Page title="セキュリティ設定" back={{ to: paths.settings, label: '設定' }}>
      {/* A card is seen once those above it have loaded and have their height: nothing moves on the screen. */}
      <div className="in-order space-y-6">
        <SecondStepCard phoneNumber={user.phoneNumber} />
        <SessionsCard />
        <ImpersonationsCard />
      </div>
    </Page>
  );
}

/** The newest ones; the others on request. */
const shownFirst = 5;

/** When one ended: the time alone on the day it began. Both in unix milliseconds. */
const endText = (startedAt: number, endedAt: number): string =>
  longDate(startedAt) === longDate(endedAt) ? timeOfDay(endedAt) : longDateTime(endedAt);

function ImpersonationRow({ impersonation }: { impersonation: Impersonation }) {
  const { administrator, reason } = impersonation;
  const startedAt = impersonation.startedAt * 1000;
  const endedAt = impersonation.endedAt === null ? undefined : impersonation.endedAt * 1000;
  return (
    <SecurityRow
      Icon={UserCog}
      title={administrator}
      badges={endedAt === undefined && <Badge tone="warning">ログイン中</Badge>}
      active={false}
      text={
        <>
          <span className="block">理由：{reason}</span>
          <time dateTime={new Date(startedAt).toISOString()}>{longDateTime(startedAt)}</time>
          {endedAt === undefined ? (
            ' から'
          ) : longDateTime(startedAt) === longDateTime(endedAt) ? null : (
            <>
              {' 〜 '}
              <time dateTime={new Date(endedAt).toISOString()}>{endText(startedAt, endedAt)}</time>
            </>
          )}
        </>
      }
    />
  );
}

/** Which administrator impersonated the user, when and why (decisions/impersonation). */
function ImpersonationsCard() {
  const read = useCall(listImpersonations, {}, { again: true });
  const { data, error } = read;
  const contact = useContact();
  const [all, setAll] = useState(false);
  if (error && !data) return <ReadFailure read={read} title="代理ログインの記録を取得できませんでした" />;
  const impersonations = data?.impersonations;
  return (
    <Card
      title="管理者の代理ログイン"
      description="サポートのため、管理者があなたとしてログインした記録です。心当たりがないときは、担当者までご連絡ください。"
    >
      {!impersonations ? (
        <Skeleton lines={2} label="代理ログインの記録を読み込み中" />
      ) : impersonations.length === 0 ? (
        <p className="text-ink-soft">代理ログインはありません。</p>
      ) : (
        <ul aria-label="管理者の代理ログイン" className="divide-y divide-line border-t border-line">
          {impersonations.slice(0, all ? undefined : shownFirst).map((impersonation) => (
            <ImpersonationRow key={impersonation.id} impersonation={impersonation} />
          ))}
        </ul>
      )}
      {!all && impersonations && impersonations.length > shownFirst && (
        <div className="border-t border-line pt-5">
          <Button variant="secondary" onClick={() => setAll(true)}>
            以前の記録も表示
          </Button>
        </div>
      )}
      <ContactLine className="mt-5" contact={contact} />
    </Card>
  );
}
