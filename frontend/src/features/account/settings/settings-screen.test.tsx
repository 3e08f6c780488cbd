import { act, screen, waitFor, within } from '@testing-library/react';
import { getUser, updateProfile } from '#shared/contract/account';
import { changePassword, disableMfa, getMfaStatus, setUpSms, verifySms } from '#shared/contract/security';
import { canvas, paint } from '../../../../testing/canvas';
import { hanako, renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { SettingsScreen } from './settings-screen';

const message = { message: '' };
const off = { enabled: false, method: null, recoveryCodesLeft: 0 };
let server: FakeServer;
beforeAll(paint);
beforeEach(() => {
  window.localStorage.clear();
  server = new FakeServer()
    .install()
    .on(getUser, { user: { ...hanako, phoneNumber: '09012345678' } })
    .on(getMfaStatus, off);
});
afterEach(() => jest.useRealTimers());

async function show(options = {}) {
  const view = renderApp(<SettingsScreen />, { at: '/settings', ...options });
  await screen.findByRole('heading', { name: '設定' });
  return view;
}

test('notification is on at first; off is kept here and with the account, whose mails it stops', async () => {
  const { user } = await show();
  const mails = () => screen.getByRole('switch', { name: 'メール通知' });
  expect(mails()).toBeChecked();
  expect(mails()).toHaveAccessibleDescription(/オフにしても.*大切なメールは届きます/);
  const changed = { ...hanako, newsMails: false };
  server.on(updateProfile, { message: '', user: changed }).on(getUser, { user: changed });
  await user.click(mails());
  await waitFor(() => expect(mails()).not.toBeChecked());
  expect(server.askedOf(updateProfile).map(({ body }) => body)).toEqual([{ newsMails: false }]);
  expect(window.localStorage.getItem(`email-notifications:${hanako.id}`)).toBe('off');
  server.reply(updateProfile, 'unreachable');
  await user.click(mails());
  expect(await screen.findByText('設定を変更できませんでした')).toBeVisible();
  expect(mails()).not.toBeChecked();
  expect(window.localStorage.getItem(`email-notifications:${hanako.id}`)).toBe('off');
});

test('an administrator signed in as the user: second step and password are not offered to change', async () => {
  server.on(getUser, { user: { ...hanako, phoneNumber: '09012345678', impersonation: { expiresAt: 1_800_000_000 } } });
  await show();
  expect(await screen.findByRole('switch', { name: '2段階認証' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'パスワードを変更' })).toBeDisabled();
});

test('dark mode shows at once and is stored under `theme`', async () => {
  const { user } = await show();
  const dark = screen.getByRole('switch', { name: 'ダークモード' });
  const light = canvas();
  expect(dark).not.toBeChecked();
  await user.click(dark);
  expect(dark).toBeChecked();
  expect(canvas()).not.toBe(light);
  expect(window.localStorage.getItem('theme')).toBe('dark');
  await user.click(dark);
  expect(dark).not.toBeChecked();
  expect(canvas()).toBe(light);
});

test('settings cannot be read: an error with a retry', async () => {
  server.refuse(getMfaStatus, 'INTERNAL');
  const { user } = await show();
  expect(await screen.findByText('セキュリティ設定の取得に失敗しました')).toBeVisible();
  server.on(getMfaStatus, off);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('switch', { name: '2段階認証' })).not.toBeChecked();
});

test('no phone number: the second step cannot be switched on, and a hint says why', async () => {
  server.on(getUser, { user: hanako });
  await show();
  expect(await screen.findByRole('switch', { name: '2段階認証' })).toBeDisabled();
  expect(screen.getByRole('link', { name: 'プロフィールで電話番号を設定してください。' })).toHaveAttribute(
    'href',
    '/profile',
  );
});

test("a code goes to the profile's number; the right one switches the second step on", async () => {
  server.on(setUpSms, message).refuse(verifySms, 'WRONG_CODE');
  const { user } = await show();
  await user.click(await screen.findByRole('switch', { name: '2段階認証' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'SMS認証' }));
  expect(server.askedOf(setUpSms).map(({ body }) => body)).toEqual([{ phoneNumber: '09012345678' }]);
  await user.click(dialog.getByRole('button', { name: '認証する' }));
  expect(await dialog.findByText('認証コードを入力してください')).toBeVisible();
  await user.type(dialog.getByLabelText('認証コード（SMS）'), '000000');
  await user.click(dialog.getByRole('button', { name: '認証する' }));
  expect(await dialog.findByText('認証コードが正しくありません')).toBeVisible();
  expect(dialog.getByLabelText('認証コード（SMS）')).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'コードを再送信' }));
  await waitFor(() => expect(server.askedOf(setUpSms)).toHaveLength(2));

  server
    .on(verifySms, { ...message, recoveryCodes: ['AAAAA-BBBBB'] })
    .on(getMfaStatus, { enabled: true, method: 'sms', recoveryCodesLeft: 0 });
  await user.clear(dialog.getByLabelText('認証コード（SMS）'));
  await user.type(dialog.getByLabelText('認証コード（SMS）'), '123456');
  await user.click(dialog.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText('電話番号の確認が完了しました')).toBeVisible();
  expect(screen.getByText('この画面を閉じると二度と表示されません。')).toBeVisible();
  expect(await dialog.findByText('AAAAA-BBBBB')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: '保管しました' }));
  await waitFor(() => expect(screen.getByRole('switch', { name: '2段階認証' })).toBeChecked());
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('switching off works at once; if it fails, the second step stays on', async () => {
  server
    .on(getMfaStatus, { enabled: true, method: 'sms', recoveryCodesLeft: 0 })
    .refuse(disableMfa, 'IMPERSONATION_FORBIDDEN');
  const { user } = await show();
  await user.click(await screen.findByRole('switch', { name: '2段階認証' }));
  expect(await screen.findByText('代理ログイン中は、この操作はできません。')).toBeVisible();
  expect(screen.getByRole('switch', { name: '2段階認証' })).toBeChecked();
  server.on(disableMfa, message).on(getMfaStatus, off);
  await user.click(screen.getByRole('switch', { name: '2段階認証' }));
  expect(await screen.findByText('2段階認証を無効にしました')).toBeVisible();
  expect(screen.getByText('ほかの端末はログアウトしました。')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('switch', { name: '2段階認証' })).not.toBeChecked());
});

async function openPasswordDialog(options = {}) {
  const { user } = await show(options);
  await user.click(screen.getByRole('button', { name: 'パスワードを変更' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'パスワードの変更' }));
  const fill = async (next: string, confirmation = next) => {
    for (const [label, value] of [
      ['新しいパスワード', next],
      ['新しいパスワード（確認）', confirmation],
    ] as const) {
      await user.clear(dialog.getByLabelText(label));
      await user.paste(value);
    }
    await user.click(dialog.getByRole('button', { name: '変更する' }));
  };
  return { dialog, fill };
}

test('the password is changed; the dialog closes after two seconds', async () => {
  jest.useFakeTimers();
  server.on(changePassword, message);
  const { dialog, fill } = await openPasswordDialog({ advanceTimers: jest.advanceTimersByTime });
  await fill('my new password');
  expect(await dialog.findByText('パスワードを更新しました')).toBeVisible();
  expect(server.askedOf(changePassword).map(({ body }) => body)).toEqual([{ newPassword: 'my new password' }]);
  act(() => void jest.advanceTimersByTime(1900));
  expect(screen.getByRole('dialog')).toBeInTheDocument();
  act(() => void jest.advanceTimersByTime(100));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('invalid passwords: a text under each field, nothing sent', async () => {
  const { dialog, fill } = await openPasswordDialog();
  await fill('short', 'other');
  expect(await dialog.findByText('パスワードは8文字以上である必要があります')).toBeVisible();
  await fill('my new password', 'another one');
  expect(await dialog.findByText('パスワードが一致しません')).toBeVisible();
  expect(server.askedOf(changePassword)).toHaveLength(0);
});

test('a refused password: text under its field; another failure: above the form; all input is kept', async () => {
  const { dialog, fill } = await openPasswordDialog();
  server.refuse(changePassword, 'WEAK_PASSWORD');
  await fill('my new password');
  await waitFor(() => expect(dialog.getByLabelText('新しいパスワード')).toHaveFocus());
  expect(dialog.getByLabelText('新しいパスワード')).toBeInvalid();
  expect(dialog.queryByText(/変更されている可能性があります/)).not.toBeInTheDocument();

  server.reply(changePassword, 'unreachable');
  await fill('my new password');
  expect(await dialog.findByText('パスワードの更新中にエラーが発生しました')).toBeVisible();
  expect(dialog.getByLabelText('新しいパスワード')).toHaveValue('my new password');
  expect(dialog.getByText(/変更されている可能性があります/)).toBeVisible();
});
