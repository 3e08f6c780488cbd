import * as z from 'zod/mini';
import { updateProfile } from '#shared/contract/account';
import { profileNameSchema, type User } from '#shared/model/account';
import { callApi } from '../../../lib/api';
import { reloadPage } from './reload-page';
import { TextField } from '../../../ui/text-field';
import { useSubmitForm } from '../../../ui/use-submit-form';
import { InlineForm } from './inline-form';

const schema = z.object({ username: profileNameSchema });

/** Changes the name; then the page reloads (spec 4). */
export function NameForm({ user, onClose }: { user: Pick<User, 'id' | 'username'>; onClose: () => void }) {
  const form = useSubmitForm(schema, {
    defaultValues: { username: user.username },
    focusFirst: true,
    send: async (body) => {
      await callApi(updateProfile, { body });
      reloadPage(user.id, 'username');
    },
    failed: { title: '名前の更新に失敗しました' },
  });
  return (
    <InlineForm form={form} onCancel={onClose}>
      <TextField label="名前" required autoComplete="nickname" {...form.field('username')} />
    </InlineForm>
  );
}
