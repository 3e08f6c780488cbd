import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  canDeleteUser,
  deleteUser,
  getUser,
  requestEmailChange,
  resendEmailChange,
  updateProfile,
  verifyEmailChange,
} from '#shared/contract/account';
import { logout } from '#shared/contract/auth';
import { address, hanako, renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { drafts } from '../../../lib/drafts';
import { acceptance } from '../../../lib/storage';
import { ProfileScreen } from './profile-screen';

/** Called when the page is reloaded. */
const reload = jest.fn();
window.addEventListener('reload', reload);

const message = { message: '' };
let server: FakeServer;
beforeEach(() => {
  reload.mockReset();
  server = new FakeServer().install().on(getUser, { user: { ...hanako, phoneNumber: '0312345678' } });
});
afterEach(() => {
  jest.useRealTimers();
  window.sessionStorage.clear();
});

async function show(options = {}) {
  const { user } = renderApp(<ProfileScreen />, { at: '/profile', ...options });
  await screen.findByRole('heading', { name: 'プロフィール' });
  return user;
}

const edit = (label: string) => screen.getByRole('button', { name: `${label}を編集` });
const save = () => screen.getByRole('button', { name: '保存' });

test('name, e-mail address and phone number are shown; a missing number as 未設定', async () => {
  server.on(getUser, { user: hanako });
  await show();
  expect(screen.getByText('山田花子')).toBeVisible();
  expect(screen.getByText('hanako@example.jp')).toBeVisible();
  expect(screen.getByText('未設定')).toBeVisible();
});

test('an administrator signed in as the user: only the name can be changed, and the account not deleted', async () => {
  server.on(getUser, { user: { ...hanako, impersonation: { expiresAt: 1_800_000_000 } } });
  await show();
  expect(edit('名前')).toBeEnabled();
  expect(screen.getAllByRole('button', { name: /を編集$/ })).toHaveLength(1);
  expect(screen.queryByText(/アカウント(の|を)削除/)).not.toBeInTheDocument();
});

test('one field is edited at a time; cancelling restores it and focuses its button', async () => {
  const user = await show();
  await user.click(edit('名前'));
  const name = screen.getByLabelText('名前');
  expect(name).toHaveFocus();
  expect(edit('メールアドレス')).toBeDisabled();
  expect(edit('電話番号')).toBeDisabled();
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'キャンセル' }));
  expect(screen.getByText('山田花子')).toBeVisible();
  expect(edit('名前')).toHaveFocus();
  await user.click(edit('電話番号'));
  await user.keyboard('{Escape}');
  expect(edit('電話番号')).toHaveFocus();
});

test('Escape that takes the conversion of kana back: the name stays in its field', async () => {
  const user = await show();
  await user.click(edit('名前'));
  const name = screen.getByLabelText('名前');
  await user.type(name, 'はなこ');
  fireEvent.keyDown(name, { key: 'Escape', isComposing: true });
  expect(name).toHaveValue('山田花子はなこ');
  expect(name).toBeVisible();
});

test('an empty name is refused; a saved name reloads the page', async () => {
  server.on(updateProfile, { message: '', user: hanako });
  const user = await show();
  await user.click(edit('名前'));
  await user.clear(screen.getByLabelText('名前'));
  await user.click(save());
  expect(await screen.findByText('名前は必須です')).toBeVisible();
  expect(server.askedOf(updateProfile)).toHaveLength(0);
  await user.type(screen.getByLabelText('名前'), '鈴木花子');
  await user.click(save());
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(server.askedOf(updateProfile).map(({ body }) => body)).toEqual([{ username: '鈴木花子' }]);
});

test('the page was reloaded after a saved name: it says so, and the focus is on its button', async () => {
  server.on(updateProfile, { message: '', user: hanako });
  const user = await show();
  await user.click(edit('名前'));
  await user.type(screen.getByLabelText('名前'), '子');
  await user.click(save());
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  cleanup();
  await show();
  expect(await screen.findByText('名前を更新しました')).toBeInTheDocument();
  expect(edit('名前')).toHaveFocus();
});

test('the name cannot be saved: a message, and it stays as typed', async () => {
  server.refuse(updateProfile, 'INTERNAL');
  const user = await show();
  await user.click(edit('名前'));
  await user.type(screen.getByLabelText('名前'), 'さん');
  await user.click(save());
  expect(await screen.findByText('名前の更新に失敗しました')).toBeVisible();
  expect(screen.getByLabelText('名前')).toHaveValue('山田花子さん');
  expect(reload).not.toHaveBeenCalled();
});

test.each(['12345', '09012345678９０', '+18005550100'])('%s: refused as a Japanese phone number', async (typed) => {
  const user = await show();
  await user.click(edit('電話番号'));
  await user.clear(screen.getByLabelText('電話番号'));
  await user.type(screen.getByLabelText('電話番号'), typed);
  await user.click(save());
  expect(await screen.findByText(/日本の電話番号形式で入力してください（例：/)).toBeVisible();
  expect(server.askedOf(updateProfile)).toHaveLength(0);
});

test('an empty phone number is saved', async () => {
  server.on(updateProfile, { message: '', user: hanako });
  const user = await show();
  await user.click(edit('電話番号'));
  await user.clear(screen.getByLabelText('電話番号'));
  await user.click(save());
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  expect(server.askedOf(updateProfile).map(({ body }) => body)).toEqual([{ phoneNumber: '' }]);
});

test("a phone number that receives sign-in codes: refused with the server's text", async () => {
  server.refuse(updateProfile, 'PHONE_IN_USE');
  const user = await show();
  await user.click(edit('電話番号'));
  await user.click(save());
  expect(await screen.findByText('電話番号の更新に失敗しました')).toBeVisible();
  expect(screen.getByText(/この電話番号は2段階認証に使用されています/)).toBeVisible();
});

/** Asks for a code to another address. */
async function toVerification(options = {}) {
  server.on(requestEmailChange, message);
  const user = await show(options);
  await user.click(edit('メールアドレス'));
  await user.clear(screen.getByLabelText('新しいメールアドレス'));
  await user.type(screen.getByLabelText('新しいメールアドレス'), 'New@Example.jp');
  await user.click(screen.getByRole('button', { name: '確認メールを送信' }));
  return { user, code: await screen.findByLabelText('認証コード') };
}

test('the current e-mail address is entered again: the form closes, nothing is sent', async () => {
  const user = await show();
  await user.click(edit('メールアドレス'));
  await user.click(screen.getByRole('button', { name: '確認メールを送信' }));
  await waitFor(() => expect(edit('メールアドレス')).toHaveFocus());
  expect(server.askedOf(requestEmailChange)).toHaveLength(0);
});

test('an invalid address: text under the field; a taken one: a toast', async () => {
  server.refuse(requestEmailChange, 'EMAIL_TAKEN');
  const user = await show();
  await user.click(edit('メールアドレス'));
  await user.type(screen.getByLabelText('新しいメールアドレス'), '@');
  await user.click(screen.getByRole('button', { name: '確認メールを送信' }));
  expect(await screen.findByText('有効なメールアドレスを入力してください')).toBeVisible();
  await user.clear(screen.getByLabelText('新しいメールアドレス'));
  await user.type(screen.getByLabelText('新しいメールアドレス'), 'taken@example.jp');
  await user.click(screen.getByRole('button', { name: '確認メールを送信' }));
  expect(await screen.findByText('メールアドレス変更の申請に失敗しました')).toBeVisible();
  expect(screen.getByText('このメールアドレスはすでに使用されています。')).toBeVisible();
});

test('the right code changes the e-mail address; two seconds later the page reloads', async () => {
  jest.useFakeTimers();
  server.on(verifyEmailChange, { message: '', user: hanako });
  const { user, code } = await toVerification({ advanceTimers: jest.advanceTimersByTime });
  expect(code).toHaveFocus();
  expect(server.askedOf(requestEmailChange)[0]?.body).toEqual({ newEmail: 'new@example.jp' });
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText('メールアドレスを変更しました')).toBeVisible();
  act(() => void jest.advanceTimersByTime(1900));
  expect(reload).not.toHaveBeenCalled();
  act(() => void jest.advanceTimersByTime(100));
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each([
  ['is in force', 'new@example.jp', 'メールアドレスを変更しました'],
  ['is not', 'hanako@example.jp', '認証エラー'],
])('the response to the code is lost, and the new address %s: the screen says so', async (_what, email, words) => {
  server.reply(verifyEmailChange, 'unreachable');
  const { user, code } = await toVerification();
  server.on(getUser, { user: { ...hanako, email } });
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText(words)).toBeVisible();
});

test('the code is that of an address requested in another tab: the screen names the one in force', async () => {
  server.on(verifyEmailChange, { message: '', user: { ...hanako, email: 'other@example.jp' } });
  const { user, code } = await toVerification();
  await user.type(code, '123456');
  await user.click(screen.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText('other@example.jp')).toBeVisible();
  expect(screen.queryByText('new@example.jp')).not.toBeInTheDocument();
});

test('a wrong code can be corrected or sent again; cancelling keeps the old address', async () => {
  server.refuse(verifyEmailChange, 'WRONG_CODE').on(resendEmailChange, message);
  const { user, code } = await toVerification();
  await user.type(code, '12345');
  await user.click(screen.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText('認証コードは6桁です')).toBeVisible();
  await user.type(code, '6');
  await user.click(screen.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText('認証エラー')).toBeVisible();
  expect(screen.getAllByText('認証コードが正しくありません')).not.toHaveLength(0);
  expect(code).toHaveValue('123456');

  await user.click(screen.getByRole('button', { name: 'コードを再送信' }));
  expect(await screen.findByText('認証メールを再送信しました')).toBeVisible();
  expect(server.askedOf(resendEmailChange).map(({ body }) => body)).toEqual([{ newEmail: 'new@example.jp' }]);
  server.refuse(resendEmailChange, 'TOO_MANY_ATTEMPTS');
  await user.click(screen.getByRole('button', { name: 'コードを再送信' }));
  expect(await screen.findByText('認証メールの再送信に失敗しました')).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'キャンセル' }));
  expect(screen.getByText('hanako@example.jp')).toBeVisible();
});

test('the sign-out button ends the session, and what was agreed to in it', async () => {
  server.on(logout, message);
  acceptance.acceptTerms();
  acceptance.acceptPrivacy();
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'ログアウト' }));
  await waitFor(() => expect(server.askedOf(logout)).toHaveLength(1));
  await waitFor(() => expect(acceptance.complete()).toBe(false));
});

test('an account with shops: not deleted, with the reason', async () => {
  server.on(canDeleteUser, { canDelete: false, reason: '先に登録店舗を削除してください' });
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'アカウントを削除' }));
  expect(await screen.findByText('削除できません')).toBeVisible();
  expect(screen.getByText('先に登録店舗を削除してください')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();

  server.reply(canDeleteUser, 'unreachable');
  await user.click(screen.getByRole('button', { name: 'アカウントを削除' }));
  expect(await screen.findByText('削除可能かどうかの確認中にエラーが発生しました')).toBeVisible();
});

test('an owner without any shop finds the documents of deleted ones, before an account is deleted too', async () => {
  await show();
  expect(screen.getByRole('link', { name: '請求書・領収書' })).toHaveAttribute('href', '/documents');
});

test('deletion asks for the password: a wrong one is refused, the right one ends at the login', async () => {
  server.on(canDeleteUser, { canDelete: true }).refuse(deleteUser, 'WRONG_PASSWORD');
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'アカウントを削除' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'アカウントを削除しますか？' }));
  expect(dialog.getByText('請求書・領収書を表示できなくなります。必要な書類は先に保存してください。')).toBeVisible();
  const confirm = dialog.getByRole('button', { name: '削除する' });
  expect(confirm).toBeDisabled();
  await user.type(dialog.getByLabelText('パスワード'), 'not mine');
  await user.click(confirm);
  expect(await dialog.findByText('パスワードが正しくありません')).toBeVisible();
  expect(dialog.getByLabelText('パスワード')).toHaveFocus();

  server.reply(deleteUser, 'unreachable');
  await user.click(confirm);
  expect(await dialog.findByText('アカウントの削除中にエラーが発生しました')).toBeVisible();

  drafts.write('shop', hanako.id, { salonName: '書きかけ' });
  server.on(deleteUser, message);
  await user.click(confirm);
  await waitFor(() => expect(address()).toBe('/login'));
  expect(drafts.read('shop', hanako.id)).toBeUndefined();
  expect(server.askedOf(deleteUser).at(-1)?.body).toEqual({ password: 'not mine' });
});
