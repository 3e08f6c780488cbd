import { Check, Copy, Eye, EyeOff, LogIn } from 'lucide-react';
import { useState, useRef, type ChangeEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { login } from '#shared/contract/auth';
import { emailSchema } from '#shared/model/account';
import { notWhileImpersonating } from '#shared/model/impersonation-words';
import { getMasterPassword, getSystemInformation, makeMasterPassword } from '#shared/contract/admin';
import type { ResponseOf } from '#shared/contract/call';
import { masterPasswordLifetime } from '#shared/model/impersonation';
import { timeOfDay } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useNow, useTimeout } from '../../lib/use-timeout';
import { useCopy } from '../../ui/copy-button';
import { Alert, Button, ButtonLink } from '../../ui/basics';
import { Card } from '../../ui/content';
import { TextField, EmailField } from '../../ui/text-field';
import { wasDeclined, failureText, failedWith, callApi } from '../../lib/api';
import { useSessionChanges } from '../../lib/session';
import { Folded } from '../../ui/disclosure';
import { Form } from '../../ui/form';
import { useSubmitForm } from '../../ui/use-submit-form';
import { useInvalidate } from '../../lib/changes';

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
  const { known, expired, busy, read } = master;
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
        <div className="flex flex-wrap items-center gap-3">
          <p className="basis-full text-sm font-semibold">パスワード</p>
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

/** What an administrator signs in as a user for, with either card. */
export const ReasonCard = ({ master: { reason } }: { master: MasterPassword }) => (
  <Card className="*:max-w-md">
    <TextField
      label="代理ログインの理由（任意）"
      help="あなたの名前とともに、利用者にも表示されます。"
      autoComplete="off"
      maxLength={200}
      {...reason}
    />
  </Card>
);

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

const helperSchema = z.object({ email: emailSchema });

/** Signs the administrator in as a user, to see the portal as that user does (spec 2, Admin: login test helper). */
export function LoginHelperCard({ master }: { master: MasterPassword }) {
  const navigate = useNavigate();
  const { signedIn } = useSessionChanges();
  const form = useSubmitForm(helperSchema, {
    defaultValues: { email: '' },
    send: async ({ email }) => {
      const { masterPassword } = await master.read();
      await callApi(login, { body: { email, password: masterPassword } });
      await signedIn();
      await navigate(paths.home);
    },
    failed: { refused: 'ログインに失敗しました' },
  });

  return (
    <Card
      title="ログインテスト"
      description="利用者の画面を確認します。管理者のログインは終了し、最長1時間の代理ログインに切り替わります。"
    >
      <Form form={form}>
        <div className="max-w-md">
          <EmailField label="利用者のメールアドレス" required autoComplete="off" {...form.field('email')} />
        </div>
        <Folded label="代理ログインの制限と記録" className="-mt-2">
          <ul className="list-disc space-y-1 pb-2 pl-5 text-ink-soft">
            <li>{notWhileImpersonating}はできません。</li>
            <li>代理ログインと、その間の変更は監査記録に残ります。</li>
          </ul>
        </Folded>
        <Button type="submit" busy={form.busy} Icon={LogIn} className="max-sm:w-full">
          この利用者としてログイン
        </Button>
      </Form>
    </Card>
  );
}

/** In milliseconds. */
const validFor = masterPasswordLifetime * 1000;

interface Made extends ResponseOf<typeof makeMasterPassword> {
  /** When it stops working, in unix milliseconds by the browser's own clock. */
  until: number;
}

type MasterPassword = ReturnType<typeof useMasterPassword>;

/**
 * The administrator's own master password. The server records each one that it makes, so one is made when it is needed
 * and not when the page opens. Only this page keeps it, and another reason needs another password.
 */
export function useMasterPassword() {
  const invalidate = useInvalidate();
  const [made, setMade] = useState<Made>();
  const [expired, setExpired] = useState(false);
  const [busy, setBusy] = useState(false);
  const [reason, setReason] = useState('');
  const making = useRef<Promise<Made>>(undefined);

  useTimeout(
    () => {
      setMade(undefined);
      setExpired(true);
    },
    made ? validFor : null,
  );

  const make = async (given: string): Promise<Made> => {
    setBusy(true);
    try {
      const response = given
        ? await callApi(makeMasterPassword, { body: { reason: given } })
        : await callApi(getMasterPassword);
      const next = { ...response, until: Date.now() + validFor };
      setMade(next);
      setExpired(false);
      return next;
    } catch (failure) {
      // It was switched off meanwhile: the page says what to do.
      if (failedWith(failure, 'SECOND_STEP_REQUIRED')) await invalidate(getSystemInformation.name);
      throw failure;
    } finally {
      making.current = undefined;
      setBusy(false);
    }
  };

  const read = async (): Promise<Made> => {
    if (made) return made;
    making.current ??= make(reason.trim());
    return making.current;
  };

  return {
    /** The password, from when it was made until it expires. */
    known: made,
    /** The last one does not work any more. */
    expired,
    busy,
    /** The field for the reason; it waits while a password is made, so that it shows the reason that was recorded. */
    reason: {
      value: reason,
      readOnly: busy,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>): void => {
        setReason(target.value);
        setMade(undefined);
      },
    },
    /** Makes one when it is needed first. @throws {ApiFailure} */
    read,
  };
}
