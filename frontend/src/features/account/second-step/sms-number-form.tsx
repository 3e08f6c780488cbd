import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { smsPhoneSchema } from '#shared/model/phone';
import { Button } from '../../../ui/basics';
import { Form, FormActions } from '../../../ui/form';
import { TextField } from '../../../ui/text-field';
import { useSubmitForm } from '../../../ui/use-submit-form';

const schema = z.object({ phoneNumber: smsPhoneSchema });

interface SmsNumberFormProps {
  initial: string;
  /** Takes the number as it was typed. @throws {ApiFailure} which is shown under the field. */
  onSend: (typed: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the number that the codes go to (spec 5, MFA). */
export function SmsNumberForm({ initial, onSend, onCancel }: SmsNumberFormProps) {
  const form = useSubmitForm(schema, {
    defaultValues: { phoneNumber: initial },
    send: (_normalized, typed) => onSend(typed.phoneNumber.trim()),
    failed: { under: 'phoneNumber', refused: '認証コードを送信できませんでした' },
  });
  const typed = useWatch({ control: form.rhf.control, name: 'phoneNumber' });

  return (
    <Form form={form}>
      <p className="text-ink-soft">
        認証コードを受け取る携帯電話の番号を入力してください。番号はプロフィールにも登録されます。
      </p>
      <TextField
        label="電話番号"
        required
        data-autofocus
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="09012345678"
        help="例：09012345678（国際電話の形式 +819012345678 でも入力できます）"
        {...form.field('phoneNumber')}
      />
      <FormActions onCancel={onCancel}>
        <Button type="submit" busy={form.busy} disabled={typed.trim() === ''}>
          認証コードを送信
        </Button>
      </FormActions>
    </Form>
  );
}
