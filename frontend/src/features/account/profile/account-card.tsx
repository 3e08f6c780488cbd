import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Pencil } from 'lucide-react';
import type { User } from '#shared/model/account';
import { phoneText } from '../../../lib/format';
import { Card } from '../../../ui/content';
import { showToast } from '../../../ui/toast';
import { EmailChange } from './email-change';
import { NameForm, PhoneForm, takeSavedField } from './profile-forms';
import { Button } from '../../../ui/basics';

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

interface ProfileRowProps {
  field: string;
  label: string;
  value: string | undefined;
  /** Another value is being edited, so this one cannot be. */
  locked: boolean;
  onEdit: () => void;
  /** The form that replaces the value while it is edited. */
  children: ReactNode;
}

/** One value of the account with the button that edits it. */
function ProfileRow({ field, label, value, locked, onEdit, children }: ProfileRowProps) {
  if (children) {
    return (
      <div className="py-5">
        <dt className="sr-only">{label}</dt>
        <dd className="fade-in">{children}</dd>
      </div>
    );
  }
  return (
    <div className="grid min-h-18 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3">
      <dt className="self-end text-sm text-ink-soft">{label}</dt>
      <dd className={`col-start-1 mt-0.5 self-start break-all ${value ? 'font-semibold' : 'text-ink-soft'}`}>
        {value || '未設定'}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <Button
          variant="quiet"
          size="sm"
          className="shrink-0 whitespace-nowrap"
          data-field={field}
          disabled={locked}
          Icon={Pencil}
          aria-label={`${label}を編集`}
          onClick={onEdit}
        >
          編集
        </Button>
      </dd>
    </div>
  );
}
