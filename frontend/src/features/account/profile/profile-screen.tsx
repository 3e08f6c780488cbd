import { LogOut, Pencil, Plus, ReceiptText } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '#shared/model/account';
import { canDeleteUser } from '#shared/contract/account';
import { useUser, useIsImpersonated } from '../../../lib/session';
import { Page } from '../../../ui/page';
import { useSignOut } from '../use-sign-out';
import { Button } from '../../../ui/basics';
import { Card } from '../../../ui/content';
import { phoneText } from '../../../lib/format';
import { showToast } from '../../../ui/toast';
import { EmailChange } from './email-change';
import { NameForm, PhoneForm, takeSavedField } from './profile-forms';
import { callApi } from '../../../lib/api';
import { paths } from '../../../lib/paths';
import { useAction } from '../../../ui/use-action';
import { lazyDialog } from '../../../ui/lazy-dialog';

/** The user's own account (spec 2, Profile). */
export function ProfileScreen() {
  const { user } = useUser();
  const impersonated = useIsImpersonated();
  if (!user) return null;
  return (
    <Page title="プロフィール">
      <div className="space-y-6">
        <AccountCard user={user} />
        {!impersonated && <LogoutCard />}
        {!impersonated && <DeletionCard />}
      </div>
    </Page>
  );
}

function LogoutCard() {
  const { signOut, busy } = useSignOut();
  return (
    <Card>
      <Button variant="secondary" busy={busy} Icon={LogOut} onClick={signOut}>
        ログアウト
      </Button>
    </Card>
  );
}

type Field = 'username' | 'email' | 'phoneNumber';

/** Name, e-mail address and phone, each changed in its place and one at a time (spec 4, Profile editing). */
function AccountCard({ user }: { user: User }) {
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
    locked: editing !== undefined,
    onEdit: impersonated && field !== 'username' ? undefined : () => setEditing(field),
  });
  const done = (): void => setEditing(undefined);

  return (
    <Card title="アカウント情報" description={impersonated && '変更できるのは名前だけです。'}>
      <dl ref={list} className="@container -my-4 divide-y divide-line">
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
  /** Absent for what cannot be edited. */
  onEdit: (() => void) | undefined;
  /** The form that replaces the value while it is edited. */
  children: ReactNode;
}

function ProfileRow({ field, label, value, locked, onEdit, children }: ProfileRowProps) {
  if (children) {
    return (
      <div className="py-5">
        <dt className="sr-only">{label}</dt>
        <dd className="fade-in">{children}</dd>
      </div>
    );
  }
  const verb = value ? '編集' : '登録';
  return (
    <div className="grid min-h-18 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3">
      <dt className="self-end text-sm text-ink-soft">{label}</dt>
      <dd className={`col-start-1 mt-0.5 self-start break-all ${value ? 'font-semibold' : 'text-ink-soft'}`}>
        {value || '未設定'}
      </dd>
      {onEdit && (
        <dd className="col-start-2 row-span-2 row-start-1">
          <Button
            variant="quiet"
            size="sm"
            className="-mr-4 shrink-0 whitespace-nowrap"
            data-field={field}
            disabled={locked}
            Icon={value ? Pencil : Plus}
            aria-label={`${label}を${verb}`}
            onClick={onEdit}
          >
            <span className="hidden @min-[17rem]:inline">{verb}</span>
          </Button>
        </dd>
      )}
    </div>
  );
}

const DeletionDialog = lazyDialog(() => import('./deletion-dialog').then((module) => module.DeletionDialog));

/**
 * First asks the server whether the account may be deleted at all (spec 4, Account deletion). Links to the documents,
 * which are gone after it, and which an owner without any shop finds only here.
 */
function DeletionCard() {
  const [open, setOpen] = useState(false);
  const [begin, busy] = useAction(
    async () => {
      const { canDelete, reason } = await callApi(canDeleteUser);
      if (canDelete) setOpen(true);
      else
        showToast({ tone: 'danger', title: '削除できません', description: reason ?? '先に登録店舗を削除してください' });
    },
    // Spec 8 has one text for every failure of this check.
    () => showToast({ tone: 'danger', title: 'エラー', description: '削除可能かどうかの確認中にエラーが発生しました' }),
  );

  return (
    <Card
      title="アカウントの削除"
      description="元に戻すことはできません。先に、店舗の削除と、請求書・領収書の保存をお済ませください。"
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="dangerQuiet" busy={busy} onClick={begin}>
          アカウントを削除
        </Button>
        <Link to={paths.documents} className="quiet-link -mx-2.5 px-2.5 sm:mx-0">
          <ReceiptText aria-hidden className="size-4" />
          請求書・領収書
        </Link>
      </div>
      {open && <DeletionDialog onClose={() => setOpen(false)} />}
    </Card>
  );
}
