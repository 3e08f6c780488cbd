import { screen, waitFor, within } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import {
  disableMfa,
  endOtherSessions,
  endSession,
  getMfaStatus,
  listImpersonations,
  listSessions,
  setUpSms,
  setUpTotp,
  verifySms,
  verifyTotp,
} from '#shared/contract/security';
import { hanako, renderApp } from '../../../../testing/render-app';
import { FakeServer, refuses, responds } from '../../../../testing/server';
import { SecurityScreen } from './security-screen';

const off = { enabled: false, method: null, recoveryCodesLeft: 0 };
const setup = { secret: 'JBSWY3DPEHPK3PXP', otpauthUri: 'otpauth://totp/Revonizer:a?secret=JBSWY3DPEHPK3PXP' };

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer()
    .install()
    .on(getUser, { user: hanako })
    .on(getMfaStatus, off)
    .on(listSessions, { sessions: [] })
    .on(listImpersonations, { impersonations: [] })
    .on(setUpSms, { message: '' })
    .on(setUpTotp, setup);
});

async function openDialog(name: string, role: 'button' | 'switch' = 'button') {
  const { user } = renderApp(<SecurityScreen />, { at: '/settings/security' });
  await user.click(await screen.findByRole(role, { name }));
  return { user, dialog: within(await screen.findByRole('dialog')) };
}

async function sendAppCode() {
  const opened = await openDialog('認証アプリを設定');
  await opened.user.type(opened.dialog.getByLabelText('認証コード（TOTP）'), '123456');
  await opened.user.click(opened.dialog.getByRole('button', { name: '認証する' }));
  return opened;
}

test.each([
  ['the response is lost', 'unreachable' as const],
  ['a gateway gave up', { status: 504, body: '' }],
  ['the next press is refused, because it is on', refuses('MFA_ALREADY_ENABLED')],
])('the app is on, and %s: the dialog says so, and how to get recovery codes', async (_, reply) => {
  server.reply(verifyTotp, reply);
  const { user, dialog } = await openDialog('認証アプリを設定');
  server.on(getMfaStatus, { enabled: true, method: 'totp', recoveryCodesLeft: 10 });
  await user.type(dialog.getByLabelText('認証コード（TOTP）'), '123456');
  await user.click(dialog.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText('2段階認証は有効になっています')).toBeVisible();
  expect(screen.getByRole('dialog')).toHaveTextContent('2段階認証をいったん無効にして');
  await user.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: '閉じる' }).at(-1)!);
  await waitFor(() => expect(screen.getByRole('switch')).toBeChecked());
});

test('the response is lost and the app is not on: an error under the field, and it can be sent again', async () => {
  server.reply(verifyTotp, 'unreachable');
  const { dialog } = await sendAppCode();
  expect(await dialog.findByText(/通信エラーが発生しました/)).toBeVisible();
  expect(dialog.getByRole('button', { name: '認証する' })).toBeEnabled();
});

test('a wrong code: refused without another read of the settings', async () => {
  server.refuse(verifyTotp, 'WRONG_CODE');
  const { dialog } = await sendAppCode();
  expect(await dialog.findByText('認証コードが正しくありません')).toBeVisible();
  expect(server.askedOf(getMfaStatus)).toHaveLength(1);
});

test('SMS is on, and the response is lost: it counts as done', async () => {
  server.reply(verifySms, 'unreachable');
  const { user, dialog } = await openDialog('2段階認証を使う', 'switch');
  await user.clear(dialog.getByLabelText('電話番号'));
  await user.type(dialog.getByLabelText('電話番号'), '+819012345678');
  await user.click(dialog.getByRole('button', { name: '認証コードを送信' }));
  await user.type(await dialog.findByLabelText('認証コード（SMS）'), '123456');
  expect(dialog.getByText('090-1234-5678')).toBeVisible();
  server.on(getMfaStatus, { enabled: true, method: 'sms', recoveryCodesLeft: 0 });
  await user.click(dialog.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText('電話番号の確認が完了しました')).toBeVisible();
  expect(screen.getByText('2段階認証は有効になっています')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('switch')).toBeChecked());
});

test('the dialog stays while the code is checked: the recovery codes are shown this once', async () => {
  let respond: (reply: { status: number; body: string }) => void = () => undefined;
  server.reply(verifyTotp, new Promise((resolve) => (respond = resolve)));
  const { user } = await sendAppCode();
  await user.keyboard('{Escape}');
  respond(responds(verifyTotp, { message: '', recoveryCodes: ['AAAAA-BBBBB'] }));
  expect(await screen.findByText('AAAAA-BBBBB')).toBeVisible();
});

test('the dialog stays while the SMS is sent: its code can be typed', async () => {
  let respond: (reply: { status: number; body: string }) => void = () => undefined;
  server.reply(setUpSms, new Promise((resolve) => (respond = resolve)));
  const { user, dialog } = await openDialog('2段階認証を使う', 'switch');
  await user.type(dialog.getByLabelText('電話番号'), '+819012345678');
  await user.click(dialog.getByRole('button', { name: '認証コードを送信' }));
  await user.keyboard('{Escape}');
  respond(responds(setUpSms, { message: '' }));
  expect(await screen.findByLabelText('認証コード（SMS）')).toBeVisible();
});

test('the second step is off, and the response is lost: it counts as done', async () => {
  server.on(getMfaStatus, { enabled: true, method: 'sms', recoveryCodesLeft: 0 }).reply(disableMfa, 'unreachable');
  const { user } = renderApp(<SecurityScreen />, { at: '/settings/security' });
  const onOff = await screen.findByRole('switch');
  server.on(getMfaStatus, off);
  await user.click(onOff);
  expect(await screen.findByText('2段階認証を無効にしました')).toBeVisible();
  expect(screen.getByRole('switch')).not.toBeChecked();
});

test('the response is lost and the second step is still on: an error, and the switch says so', async () => {
  server.on(getMfaStatus, { enabled: true, method: 'sms', recoveryCodesLeft: 0 }).reply(disableMfa, 'unreachable');
  const { user } = renderApp(<SecurityScreen />, { at: '/settings/security' });
  await user.click(await screen.findByRole('switch'));
  expect(await screen.findByText('2段階認証を無効にできませんでした')).toBeVisible();
  expect(screen.getByRole('switch')).toBeChecked();
});

test.each([
  ['one session', endSession, /^Safari（iPhone）.*をログアウト/, '選択した端末からログアウトしました。'],
  ['all others', endOtherSessions, /^ほかの端末を/, 'ほかのすべての端末からログアウトしました。'],
])('%s ended, and the response is lost: it counts as done', async (_what, call, name, words) => {
  const times = { createdAt: 1_795_000_000, lastSeenAt: 1_795_100_000, expiresAt: 1_799_000_000 };
  const here = { ...times, id: 'here', device: 'Chrome', address: '203.0.113.7', current: true, impersonation: false };
  const phone = { ...here, id: 'phone', device: 'Safari（iPhone）', current: false };
  server.on(listSessions, { sessions: [here, phone] }).reply(call, 'unreachable');
  const { user } = renderApp(<SecurityScreen />, { at: '/settings/security' });
  const end = await screen.findByRole('button', { name });
  server.on(listSessions, { sessions: [here] });
  await user.click(end);
  expect(await screen.findByText(words)).toBeVisible();
  expect(screen.queryByText('Safari（iPhone）')).not.toBeInTheDocument();
});
