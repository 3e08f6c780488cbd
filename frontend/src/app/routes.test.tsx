import { act, screen, waitFor, within } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { login as signIn, logout, verifyEmail } from '#shared/contract/auth';
import { listShops } from '#shared/contract/billing';
import { getDeviceSync, listDevices, listShopDevices } from '#shared/contract/device';
import { canvas, paint } from '../../testing/canvas';
import { address, hanako, renderApp } from '../../testing/render-app';
import { FakeServer } from '../../testing/server';
import { longDateWithWeekday } from '../lib/format';
import { AppRoutes } from './routes';

let server: FakeServer;
beforeAll(paint);
beforeEach(() => {
  window.localStorage.clear();
  server = new FakeServer().install().on(getUser, { user: hanako }).on(listShops, []);
});

const login = () => screen.findByRole('heading', { name: 'ログイン' });

test('signed out, any other address: the login screen', async () => {
  server.refuse(getUser, 'NOT_SIGNED_IN');
  renderApp(<AppRoutes />, { at: '/stores/new' });
  expect(await login()).toBeVisible();
  expect(address()).toBe('/login');
  expect(screen.getByText('サブスクリプション管理システム')).toBeVisible();
});

test.each([
  ['/register', '新規登録'],
  ['/reset-password', 'パスワードの再設定'],
  ['/verify-email', 'メールアドレスの確認'],
])('signed out, %s: its screen is shown', async (at, heading) => {
  server.refuse(getUser, 'NOT_SIGNED_IN');
  renderApp(<AppRoutes />, { at });
  expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
  await waitFor(() => expect(document.title).toBe(`${heading} | Revonizer`));
});

test('signed out, a scanned device: opened after the sign-in', async () => {
  server.refuse(getUser, 'NOT_SIGNED_IN');
  const { user } = renderApp(<AppRoutes />, { at: '/devices/RV-1' });
  await login();
  expect(address()).toBe('/login');
  server.on(getUser, { user: hanako }).on(signIn, { message: '' }).on(listDevices, []);
  await user.type(screen.getByLabelText('メールアドレス'), 'hanako@example.jp');
  await user.type(screen.getByLabelText('パスワード'), 'secret-123');
  await user.click(screen.getByRole('button', { name: 'ログイン' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'デバイス' })).toBeVisible();
  expect(address()).toBe('/devices/RV-1');
});

test('signed out on a screen: the next sign-in leads home', async () => {
  server.on(logout, { message: '' });
  const { user } = renderApp(<AppRoutes />, { at: '/profile' });
  await user.click((await screen.findAllByRole('button', { name: 'ログアウト' }))[0] as HTMLElement);
  await login();
  server.on(signIn, { message: '' });
  await user.type(screen.getByLabelText('メールアドレス'), 'hanako@example.jp');
  await user.type(screen.getByLabelText('パスワード'), 'secret-123');
  await user.click(screen.getByRole('button', { name: 'ログイン' }));
  expect(await screen.findByRole('heading', { name: 'こんにちは、山田花子さん' })).toBeVisible();
  expect(address()).toBe('/');
});

test('signed in, the link of a mail: its screen is shown and its token is used', async () => {
  server.on(verifyEmail, { message: '' });
  renderApp(<AppRoutes />, { at: '/verify-email?token=abc' });
  expect(await screen.findByText('メールアドレスを確認しました')).toBeVisible();
  expect(server.askedOf(verifyEmail)).toHaveLength(1);
});

test('hours pass: nothing is called; the next screen reads the user, and shows that the session ended', async () => {
  jest.useFakeTimers();
  const { user } = renderApp(<AppRoutes />, { at: '/profile', advanceTimers: jest.advanceTimersByTime });
  expect(await screen.findByRole('heading', { level: 1, name: 'プロフィール' })).toBeVisible();
  const asked = server.asked.length;
  await act(() => jest.advanceTimersByTimeAsync(3 * 3_600_000));
  expect(server.asked).toHaveLength(asked);
  server.refuse(getUser, 'NOT_SIGNED_IN');
  await user.click((await screen.findAllByRole('link', { name: '設定' }))[0] as HTMLElement);
  expect(await login()).toBeVisible();
  jest.useRealTimers();
});

test('home has the header of every screen: today’s date', async () => {
  renderApp(<AppRoutes />, { at: '/' });
  expect(await screen.findByRole('heading', { name: 'こんにちは、山田花子さん' })).toBeVisible();
  const header = screen.getByRole('banner');
  expect(header).not.toHaveClass('md:hidden');
  expect(within(header).getByText(longDateWithWeekday(Date.now()))).toBeInTheDocument();
});

test('signed in, an unknown address: the home screen', async () => {
  renderApp(<AppRoutes />, { at: '/no/such/screen' });
  expect(await screen.findByRole('heading', { name: 'こんにちは、山田花子さん' })).toBeVisible();
  expect(address()).toBe('/');
  expect(document.title).toBe('店舗選択 | Revonizer');
});

test('the server cannot be reached: an error with a retry, not the login screen', async () => {
  server.reply(getUser, 'unreachable');
  const { user } = renderApp(<AppRoutes />, { at: '/' });
  expect(await screen.findByRole('alert')).toHaveTextContent('サーバーに接続できませんでした');
  server.refuse(getUser, 'NOT_SIGNED_IN');
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await login()).toBeVisible();
});

test('the sidebar shows the signed-in user; after signing out it shows nothing of them', async () => {
  server.on(logout, { message: 'ok' });
  const { user } = renderApp(<AppRoutes />, { at: '/' });
  const out = await screen.findByRole('button', { name: 'ログアウト' });
  expect(screen.getByText('hanako@example.jp')).toBeVisible();
  await user.click(out);
  expect(await login()).toBeVisible();
  expect(server.askedOf(logout)).toHaveLength(1);
});

test('the sign-out fails: a message, and the user stays signed in', async () => {
  server.reply(logout, { status: 502, body: 'bad gateway' });
  const { user } = renderApp(<AppRoutes />, { at: '/' });
  await user.click(await screen.findByRole('button', { name: 'ログアウト' }));
  expect(await screen.findByText('サーバーエラーが発生しました')).toBeVisible();
  expect(address()).toBe('/');
});

test('the theme is light at first; the chosen one is stored', async () => {
  const { user } = renderApp(<AppRoutes />, { at: '/' });
  const toggle = await screen.findByRole('button', { name: 'ダークモード', pressed: false });
  const light = canvas();
  await user.click(toggle);
  expect(toggle).toBePressed();
  expect(canvas()).not.toBe(light);
  expect(window.localStorage.getItem('theme')).toBe('dark');
  await user.click(toggle);
  expect(toggle).not.toBePressed();
  expect(canvas()).toBe(light);
});

test('sidebar and tab bar lead to shops, profile and settings; for administrators also to 管理', async () => {
  const { user, unmount } = renderApp(<AppRoutes />, { at: '/' });
  const menus = await screen.findAllByRole('navigation', { name: 'メインメニュー' });
  expect(
    menus.map((menu) =>
      within(menu)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ),
  ).toEqual([
    ['店舗選択', 'プロフィール', '設定'],
    ['店舗選択', 'プロフィール', '設定'],
  ]);
  await user.click(within(menus[1] as HTMLElement).getByRole('link', { name: 'プロフィール' }));
  expect(await screen.findByRole('heading', { name: 'プロフィール' })).toHaveFocus();
  unmount();

  server.on(getUser, { user: { ...hanako, isAdmin: true } });
  renderApp(<AppRoutes />, { at: '/' });
  expect(await screen.findAllByRole('link', { name: '管理' })).toHaveLength(2);
});

test('an administrator impersonates the user: a banner says so and ends the session', async () => {
  server.on(getUser, { user: { ...hanako, impersonation: { expiresAt: 1_800_000_000 } } }).on(logout, { message: '' });
  const { user } = renderApp(<AppRoutes />, { at: '/profile' });
  const banner = await screen.findByRole('region', { name: '代理ログイン' });
  expect(banner).toHaveTextContent('山田花子さんとして代理ログイン中です（17:00まで）');
  // The name may be changed (functions/accounts/update-profile.test.ts), so not everything of the account is kept.
  expect(banner).toHaveTextContent(
    'パスワード・メールアドレス・電話番号・2段階認証の変更、ほかの端末のログアウト、アカウントの削除はできません。',
  );
  await user.click(within(banner).getByRole('button', { name: '代理ログインを終了' }));
  expect(await login()).toBeVisible();
});

test('the route changes: the new heading has the focus', async () => {
  server.refuse(getUser, 'NOT_SIGNED_IN');
  const { user } = renderApp(<AppRoutes />, { at: '/login' });
  await user.click(await screen.findByRole('link', { name: 'パスワードをお忘れですか？' }));
  expect(await screen.findByRole('heading', { name: 'パスワードの再設定' })).toHaveFocus();
});

test.each([
  ['/terms', '利用規約'],
  ['/privacy-policy', 'プライバシーポリシー'],
  ['/store/cus_1/devices', 'デバイス管理'],
  ['/devices', 'すべてのデバイス'],
  ['/devices/RV-1', 'デバイス'],
])('signed in, %s: its screen is shown', async (at, heading) => {
  server.on(listShopDevices, []).on(listDevices, []).on(getDeviceSync, { finishedAt: null });
  renderApp(<AppRoutes />, { at });
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
  expect(address()).toBe(at);
  await waitFor(() => expect(document.title).toBe(`${heading} | Revonizer`));
});
