import { act, screen, waitFor } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { getMasterPassword, makeMasterPassword, getSystemInformation } from '#shared/contract/admin';
import { login } from '#shared/contract/auth';
import { address, hanako, renderApp } from '../../../testing/render-app';
import { FakeServer, responds } from '../../../testing/server';
import { AdminScreen } from './admin-screen';

const system = {
  stage: 'local',
  version: '0.1.0',
  region: 'ap-northeast-1',
  lastDeviceSync: null,
  lacksSecondStep: false,
};
const master = { masterPassword: 'Master-9mQ2vLr8', description: 'あなただけのものです。' };
let server: FakeServer;
beforeEach(() => {
  server = new FakeServer()
    .install()
    .on(getUser, { user: { ...hanako, isAdmin: true } })
    .on(getSystemInformation, system)
    .on(getMasterPassword, master)
    .on(makeMasterPassword, master);
});
afterEach(() => jest.useRealTimers());

async function show(options = {}) {
  const { user } = renderApp(<AdminScreen />, { at: '/admin', ...options });
  await screen.findByRole('heading', { name: 'システム情報' });
  return user;
}

test("not an administrator: the specification's refusal and nothing else", async () => {
  server.refuse(getSystemInformation, 'ADMIN_ONLY');
  renderApp(<AdminScreen />, { at: '/admin' });
  expect(await screen.findByRole('heading', { name: '管理者権限が必要です' })).toBeVisible();
  expect(screen.getByText('管理者アカウントでログインしてください。')).toBeVisible();
  expect(screen.queryByText('マスターパスワード')).not.toBeInTheDocument();
  expect(server.askedOf(makeMasterPassword)).toHaveLength(0);
});

/** Types the reason that the master password is made for. */
const giveReason = (user: Awaited<ReturnType<typeof show>>) =>
  user.type(screen.getByLabelText(/代理ログインの理由/), '請求のお問い合わせ');

test('the master password is made for the reason when it is first shown, and can be hidden', async () => {
  const user = await show();
  await giveReason(user);
  expect(server.askedOf(makeMasterPassword)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: '表示' }));
  expect(await screen.findByText(master.masterPassword)).toBeVisible();
  expect(screen.getByText(master.description)).toBeVisible();
  expect(screen.getByText(/^あと約15分使えます（\d+:\d\dまで）。$/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: '隠す' }));
  expect(screen.queryByText(master.masterPassword)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '表示' }));
  expect(screen.getByText(master.masterPassword)).toBeVisible();
  expect(server.askedOf(makeMasterPassword).map(({ body }) => body)).toEqual([{ reason: '請求のお問い合わせ' }]);
});

test('without a reason: it is that of the call of spec 7, and what the user reads says so', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: '表示' }));
  expect(await screen.findByText(master.masterPassword)).toBeVisible();
  expect([server.askedOf(getMasterPassword), server.askedOf(makeMasterPassword)]).toMatchObject([{ length: 1 }, []]);
});

test('a reason typed while the password is made without one: the field waits until it is there', async () => {
  let respond: () => void = () => undefined;
  server.reply(
    getMasterPassword,
    new Promise((resolve) => (respond = () => resolve(responds(getMasterPassword, master)))),
  );
  const user = await show();
  await user.click(screen.getByRole('button', { name: '表示' }));
  await giveReason(user);
  expect(screen.getByLabelText(/代理ログインの理由/)).toHaveValue('');
  act(respond);
  expect(await screen.findByText(master.masterPassword)).toBeVisible();
  await giveReason(user);
  expect(screen.getByLabelText(/代理ログインの理由/)).toHaveValue('請求のお問い合わせ');
  expect(screen.queryByText(master.masterPassword)).not.toBeInTheDocument();
});

test('another reason takes another master password', async () => {
  const user = await show();
  await giveReason(user);
  await user.click(screen.getByRole('button', { name: '表示' }));
  expect(await screen.findByText(master.masterPassword)).toBeVisible();
  await user.type(screen.getByLabelText(/代理ログインの理由/), 'と返金');
  expect(screen.queryByText(master.masterPassword)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'コピー' }));
  await waitFor(() => expect(server.askedOf(makeMasterPassword)).toHaveLength(2));
});

test('after 15 minutes it is gone, and the page says so; shown again it is a new one', async () => {
  jest.useFakeTimers();
  const user = await show({ advanceTimers: jest.advanceTimersByTime });
  await giveReason(user);
  await user.click(screen.getByRole('button', { name: '表示' }));
  expect(await screen.findByText(master.masterPassword)).toBeVisible();
  act(() => void jest.advanceTimersByTime(14 * 60_000 + 30_000));
  expect(screen.getByText(/^あと約1分使えます/)).toBeVisible();
  act(() => void jest.advanceTimersByTime(30_000));
  expect(screen.queryByText(master.masterPassword)).not.toBeInTheDocument();
  expect(screen.getByText(/有効期限が切れました/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: '表示' }));
  expect(await screen.findByText(master.masterPassword)).toBeVisible();
  expect(server.askedOf(makeMasterPassword)).toHaveLength(2);
});

test('an administrator without a second step: led to set one up, no password and no helper', async () => {
  server.on(getSystemInformation, { ...system, lacksSecondStep: true });
  await show();
  expect(screen.getByText('先に、あなたの2段階認証を設定してください')).toBeVisible();
  expect(screen.getByRole('link', { name: 'セキュリティ設定へ' })).toHaveAttribute('href', '/settings/security');
  expect(screen.queryByRole('button', { name: '表示' })).not.toBeInTheDocument();
  expect(screen.queryByText('ログインテスト')).not.toBeInTheDocument();
});

test('the second step is switched off meanwhile: the page leads to it', async () => {
  const user = await show();
  await giveReason(user);
  server
    .refuse(makeMasterPassword, 'SECOND_STEP_REQUIRED')
    .on(getSystemInformation, { ...system, lacksSecondStep: true });
  await user.click(screen.getByRole('button', { name: '表示' }));
  expect(await screen.findByRole('link', { name: 'セキュリティ設定へ' })).toBeVisible();
});

test('copying the hidden master password: confirmed for two seconds, still hidden', async () => {
  jest.useFakeTimers();
  const user = await show({ advanceTimers: jest.advanceTimersByTime });
  await giveReason(user);
  await user.click(screen.getByRole('button', { name: 'コピー' }));
  expect(await screen.findByRole('button', { name: 'コピーしました' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(master.masterPassword);
  expect(screen.queryByText(master.masterPassword)).not.toBeInTheDocument();
  act(() => void jest.advanceTimersByTime(2000));
  expect(screen.getByRole('button', { name: 'コピー' })).toBeVisible();
});

test('the clipboard is denied: a message', async () => {
  const user = await show();
  await giveReason(user);
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'コピー' }));
  expect(await screen.findByText('コピーできませんでした')).toBeVisible();
});

test('the login helper: signed in as the user with the master password, then home', async () => {
  server.on(login, { message: '' });
  const user = await show();
  await giveReason(user);
  await user.type(screen.getByLabelText('利用者のメールアドレス'), 'not an address');
  await user.click(screen.getByRole('button', { name: 'この利用者としてログイン' }));
  expect(await screen.findByText('メールアドレスの形式が正しくありません')).toBeVisible();
  await user.clear(screen.getByLabelText('利用者のメールアドレス'));
  await user.type(screen.getByLabelText('利用者のメールアドレス'), 'taro@example.jp');
  await user.click(screen.getByRole('button', { name: 'この利用者としてログイン' }));
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(login).map(({ body }) => body)).toEqual([
    { email: 'taro@example.jp', password: master.masterPassword },
  ]);
});

test('the login helper is refused: the page stays, with the reason', async () => {
  server.refuse(login, 'WRONG_CREDENTIALS');
  const user = await show();
  await giveReason(user);
  await user.type(screen.getByLabelText('利用者のメールアドレス'), 'taro@example.jp');
  await user.click(screen.getByRole('button', { name: 'この利用者としてログイン' }));
  expect(await screen.findByText('メールアドレスまたはパスワードが正しくありません')).toBeVisible();
  expect(screen.getByLabelText('利用者のメールアドレス')).toHaveValue('taro@example.jp');
});

test('system information shows stage, version, region and the last device sync', async () => {
  await show();
  for (const value of ['local', '0.1.0', 'ap-northeast-1', 'まだ同期していません'])
    expect(screen.getByText(value)).toBeVisible();
});
