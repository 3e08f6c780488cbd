import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import * as z from 'zod/mini';
import { updateProfile } from '#shared/contract/account';
import { profileNameSchema, type User } from '#shared/model/account';
import { profilePhoneSchema } from '#shared/model/phone';
import { Button } from '../../../ui/basics';
import { Form } from '../../../ui/form';
import { isConverting } from '../../../ui/is-converting';
import { callApi } from '../../../lib/api';
import { TextField } from '../../../ui/text-field';
import { useSubmitForm } from '../../../ui/use-submit-form';
import { drafts } from '../../../lib/drafts';

interface InlineFormProps {
  form: ComponentProps<typeof Form>['form'];
  submitLabel?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** One field in its row, with a button to save and one to leave. Escape leaves, too. */
export function InlineForm({ form, submitLabel = '保存', onCancel, children }: InlineFormProps) {
  const leaveByEscape = ({ key, nativeEvent }: KeyboardEvent): void => {
    if (key === 'Escape' && !isConverting(nativeEvent)) onCancel();
  };
  return (
    <Form form={form} className="max-w-xl" onKeyDown={leaveByEscape}>
      {children}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={form.busy}>
          {submitLabel}
        </Button>
        <Button variant="quiet" size="sm" onClick={onCancel}>
          キャンセル
        </Button>
      </div>
    </Form>
  );
}

const nameSchema = z.object({ username: profileNameSchema });

/** Changes the name; then the page reloads (spec 4). */
export function NameForm({ user, onClose }: { user: Pick<User, 'id' | 'username'>; onClose: () => void }) {
  const form = useSubmitForm(nameSchema, {
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

const phoneSchema = z.object({ phoneNumber: profilePhoneSchema });

/** Changes or removes the phone number; then the page reloads (spec 4). */
export function PhoneForm({ user, onClose }: { user: Pick<User, 'id' | 'phoneNumber'>; onClose: () => void }) {
  const form = useSubmitForm(phoneSchema, {
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
        placeholder="例：09012345678"
        help={`${user.phoneNumber ? '空にすると登録を削除します。変更' : '登録'}すると、ほかの端末はログアウトします。`}
        {...form.field('phoneNumber')}
      />
    </InlineForm>
  );
}

/** What was saved before the reload, by the field's name. */
const note = 'saved-field';

/**
 * Reloads the whole page, as spec 4 asks for after a change of the profile: everything shown is then the server's.
 * The new page says that `field` was saved, and moves to it.
 */
export function reloadPage(userId?: string, field?: string): void {
  if (userId && field) drafts.write(note, userId, field);
  window.location.reload();
}

/** The field that was saved just before this page was loaded, once. */
export function takeSavedField(userId: string): unknown {
  const field = drafts.read(note, userId);
  drafts.remove(note);
  return field;
}
