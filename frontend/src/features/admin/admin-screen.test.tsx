import { act, screen, waitFor } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { getMasterPassword, getSystemInformation } from '#shared/contract/admin';
import { login } from '#shared/contract/auth';
import { address, hanako, renderApp } from '../../../testing/render-app';
import { FakeServer } from '../../../testing/server';
import { AdminScreen } from './admin-screen';

const system = { stage: 'local', version: '0.1.0', region: 'ap-northeast-1', lastDeviceSync: null };
const master = { masterPassword: 'Master-9mQ2vLr8', description: '30日ごとに更新されます。' };
let server: FakeServer;
beforeEach(() => {
  server = new FakeServer()
    .install()
    .on(getUser, { user: { ...hanako, isAdmin: true } })
    .on(getSystemInformation, system)
    .on(getMasterPassword, master);
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
  expect(server.askedOf(getMasterPassword)).toHaveLength(0);
});

test('the master password is read once, when it is first shown, and can be hidden', async () => {
  const user = await show();
  expect(server.askedOf(getMasterPassword)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: '表示' }));
  expect(await screen.findByText(master.masterPassword)).toBeVisible();
  expect(screen.getByText(master.description)).toBeVisible();
  await user.click(screen.getByRole('button', { name: '隠す' }));
  expect(screen.queryByText(master.masterPassword)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: '表示' }));
  expect(screen.getByText(master.masterPassword)).toBeVisible();
  expect(server.askedOf(getMasterPassword)).toHaveLength(1);
});

test('copying the hidden master password: confirmed for two seconds, still hidden', async () => {
  jest.useFakeTimers();
  const user = await show({ advanceTimers: jest.advanceTimersByTime });
  await user.click(screen.getByRole('button', { name: 'コピー' }));
  expect(await screen.findByRole('button', { name: 'コピーしました' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(master.masterPassword);
  expect(screen.queryByText(master.masterPassword)).not.toBeInTheDocument();
  act(() => void jest.advanceTimersByTime(2000));
  expect(screen.getByRole('button', { name: 'コピー' })).toBeVisible();
});

test('the clipboard is denied: a message', async () => {
  const user = await show();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied', 'NotAllowedError'));
  await user.click(screen.getByRole('button', { name: 'コピー' }));
  expect(await screen.findByText('コピーできませんでした')).toBeVisible();
});

test('the login helper: signed in as the user with the master password, then home', async () => {
  server.on(login, { message: '' });
  const user = await show();
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
