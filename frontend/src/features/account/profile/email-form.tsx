import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { requestEmailChange } from '#shared/contract/account';
import { newEmailSchema } from '#shared/model/account';
import { callApi } from '../../../lib/api';
import { failureText, unexpectedText } from '../../../lib/failure-text';
import { wantsProof, withFreshProof } from '../../../lib/fresh-proof';
import { useBusy } from '../../../lib/use-busy';
import { showWrongFields } from '../../../lib/wrong-fields';
import { TextField } from '../../../ui/text-field';
import { showToast } from '../../../ui/toast';
import { InlineForm } from './inline-form';

const schema = z.object({ newEmail: newEmailSchema });

interface EmailFormProps {
  currentEmail: string;
  onSent: (newEmail: string) => void;
  onClose: () => void;
}

/** Has a code sent to the new address. The address one already has closes the form (spec 4). */
export function EmailForm({ currentEmail, onSent, onClose }: EmailFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onBlur',
    reValidateMode: 'onChange',
    defaultValues: { newEmail: currentEmail },
  });
  const [busy, whileBusy] = useBusy();

  useEffect(() => setFocus('newEmail', { shouldSelect: true }), [setFocus]);

  const submit = handleSubmit(async ({ newEmail }) => {
    if (newEmail === currentEmail) {
      onClose();
      return;
    }
    try {
      await whileBusy(() => withFreshProof(() => callApi(requestEmailChange, { body: { newEmail } })));
      onSent(newEmail);
    } catch (error) {
      if (wantsProof(error) || showWrongFields(error, ['newEmail'], setError)) return;
      showToast({
        tone: 'danger',
        title: 'メールアドレス変更の申請に失敗しました',
        description: failureText(error, { refused: unexpectedText, unreachable: '通信エラーが発生しました' }),
      });
      setFocus('newEmail');
    }
  });

  return (
    <InlineForm busy={busy} submitLabel="確認メールを送信" onSubmit={(event) => void submit(event)} onCancel={onClose}>
      <TextField
        label="新しいメールアドレス"
        required
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        help="新しいアドレスに認証コードをお送りします。"
        error={formState.errors.newEmail?.message}
        {...register('newEmail')}
      />
    </InlineForm>
  );
}
