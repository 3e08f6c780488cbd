import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../lib/failure-text';
import { useCopy } from '../../ui/use-copy';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import type { MasterPassword } from './use-master-password';

/** Shows, hides and copies the password that signs an administrator in as any user (spec 2, Admin). */
export function MasterPasswordCard({ master }: { master: MasterPassword }) {
  const { known, busy, read } = master;
  const [shown, setShown] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { copied, copy } = useCopy();

  const withPassword = async (then: (password: string) => void): Promise<void> => {
    setProblem(undefined);
    try {
      then((await read()).masterPassword);
    } catch (error) {
      setProblem(failureText(error));
    }
  };
  const visible = shown && known;

  return (
    <Card
      title="マスターパスワード"
      description="管理者以外のすべての利用者として、代理ログインできるパスワードです。表示やコピーは監査記録に残ります。"
    >
      <div className="space-y-4">
        {problem && (
          <Alert live tone="danger">
            {problem}
          </Alert>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <output
            aria-label="マスターパスワード"
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
              aria-pressed={shown}
              icon={shown ? <EyeOff aria-hidden className="size-5" /> : <Eye aria-hidden className="size-5" />}
              onClick={() => (shown ? setShown(false) : void withPassword(() => setShown(true)))}
            >
              {shown ? '隠す' : '表示'}
            </Button>
            <Button
              variant="secondary"
              disabled={busy}
              icon={copied ? <Check aria-hidden className="size-5" /> : <Copy aria-hidden className="size-5" />}
              onClick={() => void withPassword((password) => void copy(password))}
            >
              {copied ? 'コピーしました' : 'コピー'}
            </Button>
          </div>
        </div>
        {known && <p className="text-sm text-ink-soft">{known.description}</p>}
      </div>
    </Card>
  );
}
