import { useEffect, useRef, useState } from 'react';
import type { User } from '#shared/model/account';
import { phoneText } from '../../../lib/format';
import { Card } from '../../../ui/content';
import { showToast } from '../../../ui/toast';
import { EmailChange } from './email-change';
import { NameForm } from './inline-form';
import { PhoneForm } from './phone-form';
import { ProfileRow } from './profile-row';
import { takeSavedField } from './reload-page';

type Field = 'username' | 'email' | 'phoneNumber';

/** Name, e-mail address and phone, each changed in its place and one at a time (spec 4, Profile editing). */
export function AccountCard({ user }: { user: User }) {
  const [editing, setEditing] = useState<Field>();
  const lastEdited = useRef<Field>(undefined);
  const list = useRef<HTMLDListElement>(null);
  const impersonated = user.impersonation !== undefined;

  // A saved name or number has reloaded the page (spec 4).
  useEffect(() => {
    const saved = takeSavedField(user.id);
    if (saved !== 'username' && saved !== 'phoneNumber') return;
    showToast({ tone: 'success', title: saved === 'username' ? '名前を更新しました' : '電話番号を更新しました' });
    list.current?.querySelector<HTMLButtonElement>(`[data-field="${saved}"]`)?.focus();
  }, [user.id]);

  // The focused form disappears, so the focus returns to the button that opened it.
  useEffect(() => {
    if (editing) lastEdited.current = editing;
    else list.current?.querySelector<HTMLButtonElement>(`[data-field="${lastEdited.current}"]`)?.focus();
  }, [editing]);

  const row = (field: Field, label: string, value: string | undefined) => ({
    field,
    label,
    value,
    // An administrator signed in as the user may change the name alone (the banner says so).
    locked: editing !== undefined || (impersonated && field !== 'username'),
    onEdit: () => setEditing(field),
  });
  const done = (): void => setEditing(undefined);

  return (
    <Card title="アカウント情報">
      <dl ref={list} className="-my-4 divide-y divide-line">
        <ProfileRow {...row('username', '名前', user.username)}>
          {editing === 'username' && <NameForm user={user} onClose={done} />}
        </ProfileRow>
        <ProfileRow {...row('email', 'メールアドレス', user.email)}>
          {editing === 'email' && <EmailChange currentEmail={user.email} onClose={done} />}
        </ProfileRow>
        <ProfileRow {...row('phoneNumber', '電話番号', user.phoneNumber && phoneText(user.phoneNumber))}>
          {editing === 'phoneNumber' && <PhoneForm user={user} onClose={done} />}
        </ProfileRow>
      </dl>
    </Card>
  );
}
