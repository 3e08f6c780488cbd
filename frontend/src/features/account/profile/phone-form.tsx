import * as z from 'zod/mini';
import { updateProfile } from '#shared/contract/account';
import type { User } from '#shared/model/account';
import { profilePhoneSchema } from '#shared/model/phone';
import { callApi } from '../../../lib/api';
import { reloadPage } from './reload-page';
import { TextField } from '../../../ui/text-field';
import { useSubmitForm } from '../../../ui/use-submit-form';
import { InlineForm } from './inline-form';

const schema = z.object({ phoneNumber: profilePhoneSchema });

/** Changes or removes the phone number; then the page reloads (spec 4). */
export function PhoneForm({ user, onClose }: { user: Pick<User, 'id' | 'phoneNumber'>; onClose: () => void }) {
  const form = useSubmitForm(schema, {
    defaultValues: { phoneNumber: user.phoneNumber ?? '' },
    focusFirst: true,
    send: async (body) => {
      await callApi(updateProfile, { body });
      reloadPage(user.id, 'phoneNumber');
    },
    failed: { title: '電話番号の更新に失敗しました' },
  });
  return (
    <InlineForm form={form} onCancel={onClose}>
      <TextField
        label="電話番号"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        placeholder="09012345678"
        help="例：09012345678。空にすると登録を削除します。変更すると、ほかの端末ではログアウトされます。"
        {...form.field('phoneNumber')}
      />
    </InlineForm>
  );
}
