import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { updateProfile } from '#shared/contract/account';
import { profileNameSchema, type User } from '#shared/model/account';
import { Button } from '../../../ui/basics';
import { Form } from '../../../ui/form';
import { isConverting } from '../../../ui/is-converting';
import { callApi } from '../../../lib/api';
import { reloadPage } from './reload-page';
import { TextField } from '../../../ui/text-field';
import { useSubmitForm } from '../../../ui/use-submit-form';

interface InlineFormProps {
  form: ComponentProps<typeof Form>['form'];
  submitLabel?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** One field in its row, with a button to save and one to leave. Escape leaves, too. */
export function InlineForm({ form, submitLabel = '保存', onCancel, children }: InlineFormProps) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const current = element.current;
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isConverting(event)) onCancel();
    };
    current?.addEventListener('keydown', leave);
    return () => current?.removeEventListener('keydown', leave);
  }, [onCancel]);
  return (
    <Form ref={element} form={form} className="max-w-xl">
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
