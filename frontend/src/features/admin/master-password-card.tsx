import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { wasDeclined, failureText } from '../../lib/api-failure';
import { timeOfDay } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useNow } from '../../lib/use-timeout';
import { useCopy } from '../../ui/copy-button';
import { Alert, Button, ButtonLink } from '../../ui/basics';
import { Card } from '../../ui/content';
import { TextField } from '../../ui/text-field';
import type { MasterPassword } from './use-master-password';

const title = 'マスターパスワード';
const description = '管理者以外のすべての利用者として、代理ログインできるパスワードです。';

/** How long it still works, in words; renewed each minute. */
function RemainingTime({ until }: { until: number }) {
  const now = useNow();
  const minutes = Math.max(1, Math.ceil((until - now) / 60_000));
  return (
    <p className="text-sm font-medium">
      あと約{minutes}分使えます（{timeOfDay(until)}まで）。
    </p>
  );
}

/**
 * Shows, hides and copies the password that signs an administrator in as any user (spec 2, Admin;
 * decisions/impersonation).
 */
export function MasterPasswordCard({ master }: { master: MasterPassword }) {
  const { known, expired, busy, reason, read } = master;
  const [shown, setShown] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { copied, copy } = useCopy();

  const withPassword = async (then: (password: string) => void): Promise<void> => {
    setProblem(undefined);
    try {
      then((await read()).masterPassword);
    } catch (error) {
      if (!wasDeclined(error)) setProblem(failureText(error));
    }
  };
  const visible = shown && known;

  return (
    <Card title={title} description={description}>
      <div className="space-y-5">
        {problem && (
          <Alert live tone="danger">
            {problem}
          </Alert>
        )}
        <TextField
          label="代理ログインの理由"
          help="あなたの名前とともに記録され、利用者のセキュリティ設定に表示されます。空欄では「理由の記入なし」と表示されます。"
          autoComplete="off"
          maxLength={200}
          error={undefined}
          {...reason}
        />
        <div className="flex flex-wrap items-center gap-3">
          <output
            aria-label={title}
            className={[
              'min-h-12 min-w-0 flex-1 basis-64 rounded-field bg-sunken px-4 py-2.5 font-mono text-base break-all',
              visible ? 'select-all' : 'text-ink-soft select-none',
            ].join(' ')}
          >
            {visible ? known.masterPassword : <span aria-label="非表示">••••••••••••••••</span>}
          </output>
          <div className="flex flex-wrap gap-3">
            <Button
              variant="secondary"
              busy={busy}
              aria-pressed={Boolean(visible)}
              Icon={visible ? EyeOff : Eye}
              onClick={() => (visible ? setShown(false) : void withPassword(() => setShown(true)))}
            >
              {visible ? '隠す' : '表示'}
            </Button>
            <Button
              variant="secondary"
              disabled={busy}
              Icon={copied ? Check : Copy}
              onClick={() => void withPassword((password) => void copy(password))}
            >
              {copied ? 'コピーしました' : 'コピー'}
            </Button>
          </div>
        </div>
        {known && (
          <div className="space-y-1">
            <RemainingTime key={known.until} until={known.until} />
            <p className="text-sm text-ink-soft">{known.description}</p>
          </div>
        )}
        {expired && !known && (
          <Alert live tone="info">
            マスターパスワードの有効期限が切れました。もう一度「表示」を押すと、新しいものになります。
          </Alert>
        )}
      </div>
    </Card>
  );
}

/** In its place for an administrator without a second step of their own. */
export const SecondStepMissingCard = () => (
  <Card title={title} description={description}>
    <Alert tone="warning" title="先に、あなたの2段階認証を設定してください">
      どの利用者としてもログインできるため、管理者ご自身の2段階認証が必要です。設定すると、ここにマスターパスワードを表示できます。
    </Alert>
    <ButtonLink to={paths.securitySettings} className="mt-5">
      セキュリティ設定へ
    </ButtonLink>
  </Card>
);
