import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { smsPhoneSchema } from '#shared/model/account';
import { failureText } from '../../../lib/failure-text';
import { wasDeclined } from '../../../lib/api-failure';
import { useBusy } from '../../../lib/use-busy';
import { Button } from '../../../ui/button';
import { FormActions } from '../../../ui/form-actions';
import { TextField } from '../../../ui/text-field';

const schema = z.object({ phoneNumber: smsPhoneSchema });

interface SmsNumberFormProps {
  initial: string;
  /** Takes the number as it was typed. */
  onSend: (typed: string) => Promise<void>;
  onCancel: () => void;
}

/** Where the codes go; sending needs something typed (spec 5, MFA). */
export function SmsNumberForm({ initial, onSend, onCancel }: SmsNumberFormProps) {
  const { register, handleSubmit, getValues, setError, setFocus, control, formState } = useForm({
    resolver: zodResolver(schema),
    reValidateMode: 'onChange',
    defaultValues: { phoneNumber: initial },
  });
  const [busy, whileBusy] = useBusy();
  const typed = useWatch({ control, name: 'phoneNumber' });

  const submit = handleSubmit(async () => {
    try {
      await whileBusy(() => onSend(getValues('phoneNumber').trim()));
    } catch (error) {
      if (!wasDeclined(error))
        setError('phoneNumber', {
          message: failureText(error, {
            refused: '認証コードを送信できませんでした',
            unreachable: '通信エラーが発生しました',
          }),
        });
      setFocus('phoneNumber');
    }
  });

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <fieldset disabled={busy} className="space-y-5">
        <p className="text-ink-soft">
          認証コードを受け取る携帯電話の番号を、国際電話の形式で入力してください。番号はプロフィールにも登録されます。
        </p>
        <TextField
          label="電話番号"
          required
          data-autofocus
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="+819012345678"
          help="日本の番号は、先頭の0を除き +81 を付けます（例：+819012345678）"
          error={formState.errors.phoneNumber?.message}
          {...register('phoneNumber')}
        />
        <FormActions onCancel={onCancel}>
          <Button type="submit" busy={busy} disabled={typed.trim() === ''}>
            認証コードを送信
          </Button>
        </FormActions>
      </fieldset>
    </form>
  );
}
