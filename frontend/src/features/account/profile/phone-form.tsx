import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { updateProfile } from '#shared/contract/account';
import { profilePhoneSchema } from '#shared/model/account';
import { callApi } from '../../../lib/api';
import { failureText, unexpectedText } from '../../../lib/failure-text';
import { wantsProof, withFreshProof } from '../../../lib/fresh-proof';
import { reloadPage } from '../../../lib/reload-page';
import { useBusy } from '../../../lib/use-busy';
import { showWrongFields } from '../../../lib/wrong-fields';
import { TextField } from '../../../ui/text-field';
import { showToast } from '../../../ui/toast';
import { InlineForm } from './inline-form';

const schema = z.object({ phoneNumber: profilePhoneSchema });

/** Changes or removes the phone number; then the page loads anew (spec 4). */
export function PhoneForm({ phoneNumber, onClose }: { phoneNumber: string; onClose: () => void }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onBlur',
    reValidateMode: 'onChange',
    defaultValues: { phoneNumber },
  });
  const [busy, whileBusy] = useBusy();

  useEffect(() => setFocus('phoneNumber', { shouldSelect: true }), [setFocus]);

  const submit = handleSubmit(async (values) => {
    try {
      await whileBusy(() => withFreshProof(() => callApi(updateProfile, { body: values })));
      reloadPage();
    } catch (error) {
      if (wantsProof(error) || showWrongFields(error, ['phoneNumber'], setError)) return;
      showToast({
        tone: 'danger',
        title: '電話番号の更新に失敗しました',
        description: failureText(error, { refused: unexpectedText, unreachable: '通信エラーが発生しました' }),
      });
      setFocus('phoneNumber');
    }
  });

  return (
    <InlineForm busy={busy} onSubmit={(event) => void submit(event)} onCancel={onClose}>
      <TextField
        label="電話番号"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="09012345678"
        help="ハイフンなしの半角数字。空にすると登録を削除します。"
        error={formState.errors.phoneNumber?.message}
        {...register('phoneNumber')}
      />
    </InlineForm>
  );
}
