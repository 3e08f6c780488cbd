import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { updateProfile } from '#shared/contract/account';
import { profileNameSchema } from '#shared/model/account';
import { callApi } from '../../../lib/api';
import { failureText, unexpectedText } from '../../../lib/failure-text';
import { reloadPage } from '../../../lib/reload-page';
import { useBusy } from '../../../lib/use-busy';
import { showWrongFields } from '../../../lib/wrong-fields';
import { TextField } from '../../../ui/text-field';
import { showToast } from '../../../ui/toast';
import { InlineForm } from './inline-form';

const schema = z.object({ username: profileNameSchema });

/** Changes the name; then the page loads anew (spec 4). */
export function NameForm({ username, onClose }: { username: string; onClose: () => void }) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    mode: 'onBlur',
    reValidateMode: 'onChange',
    defaultValues: { username },
  });
  const [busy, whileBusy] = useBusy();

  useEffect(() => setFocus('username', { shouldSelect: true }), [setFocus]);

  const submit = handleSubmit(async (values) => {
    try {
      await whileBusy(() => callApi(updateProfile, { body: values }));
      reloadPage();
    } catch (error) {
      if (showWrongFields(error, ['username'], setError)) return;
      showToast({
        tone: 'danger',
        title: '名前の更新に失敗しました',
        description: failureText(error, { refused: unexpectedText, unreachable: '通信エラーが発生しました' }),
      });
      setFocus('username');
    }
  });

  return (
    <InlineForm busy={busy} onSubmit={(event) => void submit(event)} onCancel={onClose}>
      <TextField
        label="名前"
        required
        autoComplete="nickname"
        error={formState.errors.username?.message}
        {...register('username')}
      />
    </InlineForm>
  );
}
