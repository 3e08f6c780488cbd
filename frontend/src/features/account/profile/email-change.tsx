import { useState } from 'react';
import * as z from 'zod/mini';
import { resendEmailChange, verifyEmailChange, requestEmailChange } from '#shared/contract/account';
import { newEmailSchema } from '#shared/model/account';
import { callApi, doneOrFound } from '../../../lib/api';
import { getUserRoute } from '../../../lib/session';
import { useTimeout } from '../../../lib/use-timeout';
import { reloadPage, InlineForm } from './profile-forms';
import { Alert } from '../../../ui/basics';
import { CodeForm } from '../code-form';
import { showFailure, showToast } from '../../../ui/toast';
import { EmailField } from '../../../ui/text-field';
import { useSubmitForm } from '../../../ui/use-submit-form';

/** Spec 9: reload after a change of the address, in milliseconds. */
const reloadAfter = 2000;

/** A new address counts once it has shown the code that was sent to it; until then the old one stays (spec 4). */
export function EmailChange({ currentEmail, onClose }: { currentEmail: string; onClose: () => void }) {
  const [newEmail, setNewEmail] = useState<string>();
  const [changed, setChanged] = useState<string>();

  useTimeout(reloadPage, changed === undefined ? null : reloadAfter);

  if (newEmail === undefined) return <EmailForm currentEmail={currentEmail} onSent={setNewEmail} onClose={onClose} />;
  if (changed !== undefined) {
    return (
      <Alert live tone="success" title="メールアドレスを変更しました">
        これからは <strong className="break-all">{changed}</strong> でログインしてください。まもなく画面を更新します。
      </Alert>
    );
  }

  const refused = '認証コードが正しくありません';
  const verify = async (verificationCode: string): Promise<void> => {
    try {
      const { user } = await doneOrFound(
        callApi(verifyEmailChange, { body: { verificationCode } }),
        () => callApi(getUserRoute),
        (found) => found.user.email === newEmail,
      );
      // The code may be that of another address, which was requested later in another tab.
      setChanged(user.email);
    } catch (error) {
      showFailure(error, { title: '認証エラー', refused });
      throw error;
    }
  };
  const resend = async (): Promise<void> => {
    try {
      await callApi(resendEmailChange, { body: { newEmail } });
      showToast({ tone: 'success', title: '認証メールを再送信しました', description: 'メールをご確認ください。' });
    } catch (error) {
      showFailure(error, {
        title: '認証メールの再送信に失敗しました',
        refused: '時間をおいて、もう一度お試しください。',
      });
    }
  };
  return (
    <div className="max-w-xl">
      <CodeForm
        inline
        label="認証コード"
        submitLabel="認証する"
        refused={refused}
        onSubmit={verify}
        onResend={resend}
        onCancel={onClose}
      >
        <p className="text-sm text-ink-soft">
          <strong className="font-semibold break-all text-ink">{newEmail}</strong>{' '}
          に送信した6桁の認証コードを入力してください。認証が済むまでは、今のメールアドレスのままです。
        </p>
      </CodeForm>
    </div>
  );
}

const schema = z.object({ newEmail: newEmailSchema });

interface EmailFormProps {
  currentEmail: string;
  onSent: (newEmail: string) => void;
  onClose: () => void;
}

/** Has a code sent to the new address. The current address closes the form (spec 4). */
function EmailForm({ currentEmail, onSent, onClose }: EmailFormProps) {
  const form = useSubmitForm(schema, {
    defaultValues: { newEmail: currentEmail },
    focusFirst: true,
    send: async ({ newEmail }) => {
      if (newEmail === currentEmail) return onClose();
      await callApi(requestEmailChange, { body: { newEmail } });
      onSent(newEmail);
    },
    failed: { title: 'メールアドレス変更の申請に失敗しました' },
  });
  return (
    <InlineForm form={form} submitLabel="確認メールを送信" onCancel={onClose}>
      <EmailField
        label="新しいメールアドレス"
        required
        autoComplete="email"
        help="確認メールで認証コードをお送りします。変更すると、ほかの端末はログアウトします。"
        {...form.field('newEmail')}
      />
    </InlineForm>
  );
}
