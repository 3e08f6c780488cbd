import { Monitor, Smartphone } from 'lucide-react';
import type { Session } from '#shared/model/security';
import { longDateTime } from '../../../lib/format';
import { Badge } from '../../../ui/badge';
import { Button } from '../../../ui/button';

interface SessionRowProps {
  session: Session;
  busy: boolean;
  disabled: boolean;
  onEnd: () => void;
}

/** One session: its device, start and place. */
export function SessionRow({ session, busy, disabled, onEnd }: SessionRowProps) {
  const { device, address, createdAt, current, impersonation } = session;
  const Icon = /iPhone|Android|iPad/.test(device) ? Smartphone : Monitor;
  const began = longDateTime(createdAt * 1000);
  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-4 sm:grid-cols-[auto_1fr_auto]">
      <span
        aria-hidden
        className={[
          'grid size-11 shrink-0 place-items-center rounded-full',
          current ? 'bg-accent-soft text-accent-ink' : 'bg-sunken text-ink-soft',
        ].join(' ')}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {device}
          {current && <Badge tone="success">この端末</Badge>}
          {impersonation && <Badge tone="warning">管理者の代理ログイン</Badge>}
        </p>
        <p className="mt-0.5 text-sm text-ink-soft tabular-nums">
          <time dateTime={new Date(createdAt * 1000).toISOString()}>{began}</time> にログイン
          <span className="block break-all sm:ml-3 sm:inline">IPアドレス {address}</span>
        </p>
      </div>
      {!current && (
        <Button
          variant="quiet"
          size="sm"
          className="col-start-2 -ml-4 justify-self-start sm:col-start-3 sm:ml-0"
          busy={busy}
          disabled={disabled}
          aria-label={`${device}（${began}にログイン）をログアウト`}
          onClick={onEnd}
        >
          ログアウト
        </Button>
      )}
    </li>
  );
}
