import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { mutate } from 'swr';
import { getUser, requestEmailChange } from '#shared/contract/account';
import { login, logout } from '#shared/contract/auth';
import { listShops } from '#shared/contract/billing';
import { confirmPassword } from '#shared/contract/security';
import { FakeChannel } from '../../testing/channel';
import { hanako } from '../../testing/render-app';
import { FakeServer } from '../../testing/server';
import { drafts } from '../lib/drafts';
import { Providers } from './providers';
import { AppRoutes } from './routes';

const renderWhole = () =>
  render(
    <Providers>
      <AppRoutes />
    </Providers>,
  );
beforeEach(async () => {
  window.history.replaceState(null, '', '/');
  await mutate(() => true, undefined, { revalidate: false });
});

// It may have expired, or another device or a changed password may have ended it: the text fits all of them.
// ASVS 14.3.1
test('the session ended elsewhere: the login screen, with a message, and no draft is left', async () => {
  drafts.write('new-shop', hanako.id, { storeName: '書きかけ' });
  new FakeServer().install().on(getUser, { user: hanako }).refuse(listShops, 'NOT_SIGNED_IN');
  renderWhole();
  expect(await screen.findByRole('heading', { name: 'ログイン' })).toBeVisible();
  expect(await screen.findByText('この端末でのログインは終了しています。もう一度ログインしてください。')).toBeVisible();
  expect(window.location.pathname).toBe('/login');
  expect(drafts.read('new-shop', hanako.id)).toBeUndefined();
});

test('the session ended before the tab was opened again: no draft is left', async () => {
  drafts.write('new-shop', hanako.id, { storeName: '書きかけ' });
  new FakeServer().install().refuse(getUser, 'NOT_SIGNED_IN');
  renderWhole();
  expect(await screen.findByRole('heading', { name: 'ログイン' })).toBeVisible();
  expect(drafts.read('new-shop', hanako.id)).toBeUndefined();
});

test('the session ends at the question for the password: the next user is not asked, and sends nothing', async () => {
  const server = new FakeServer()
    .install()
    .on(getUser, { user: hanako })
    .refuse(requestEmailChange, 'RECENT_AUTHENTICATION_REQUIRED')
    .refuse(confirmPassword, 'NOT_SIGNED_IN');
  window.history.replaceState(null, '', '/profile');
  renderWhole();
  await userEvent.click(await screen.findByRole('button', { name: 'メールアドレスを編集' }));
  await userEvent.type(screen.getByLabelText('新しいメールアドレス'), '{Control>}a{/Control}new@example.jp');
  await userEvent.click(screen.getByRole('button', { name: '確認メールを送信' }));
  await userEvent.type(await screen.findByLabelText('現在のパスワード'), 'Secret-1234');
  await userEvent.click(screen.getByRole('button', { name: '確認して続ける' }));
  await userEvent.type(await screen.findByLabelText('メールアドレス'), 'taro@example.jp');
  await userEvent.type(screen.getByLabelText('パスワード'), 'Secret-5678');
  server.on(login, { message: '' }).on(getUser, { user: { ...hanako, id: 'user-2', username: '太郎' } });
  await userEvent.click(screen.getByRole('button', { name: 'ログイン' }));
  expect(await screen.findByRole('heading', { name: 'プロフィール' })).toBeVisible();
  expect(screen.queryByText('パスワードの確認')).not.toBeInTheDocument();
  expect(server.askedOf(requestEmailChange)).toHaveLength(1);
});

test('a visitor who was never signed in: no message about an ended session', async () => {
  new FakeServer().install().refuse(getUser, 'NOT_SIGNED_IN');
  renderWhole();
  expect(await screen.findByRole('heading', { name: 'ログイン' })).toBeVisible();
  expect(screen.queryByText(/終了しています/)).not.toBeInTheDocument();
});

describe('several tabs of one browser', () => {
  const otherTab = new FakeChannel('session');
  const heard = jest.fn();
  otherTab.addEventListener('message', (event) => heard((event as MessageEvent).data));
  const reload = jest.fn();
  beforeEach(() => {
    heard.mockClear();
    reload.mockClear();
    window.addEventListener('reload', reload);
  });
  afterEach(() => window.removeEventListener('reload', reload));

  test.each([
    ['nobody is signed in any more', '', 1],
    ['somebody else is signed in, e.g. by an impersonation', 'user-2', 1],
    ['the same user signed in again', hanako.id, 0],
  ])('another tab says that %s: what is shown is read anew only if it is not theirs', async (_what, id, times) => {
    new FakeServer().install().on(getUser, { user: hanako });
    window.history.replaceState(null, '', '/profile');
    renderWhole();
    await screen.findByRole('heading', { name: 'プロフィール' });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    act(() => otherTab.postMessage(id));
    expect(reload).toHaveBeenCalledTimes(times);
  });

  test('a sign-out: the other tabs hear that nobody is signed in', async () => {
    new FakeServer().install().on(getUser, { user: hanako }).on(logout, { message: '' });
    window.history.replaceState(null, '', '/profile');
    renderWhole();
    await userEvent.click(within(await screen.findByRole('main')).getByRole('button', { name: 'ログアウト' }));
    expect(await screen.findByRole('heading', { name: 'ログイン' })).toBeVisible();
    expect(heard.mock.calls).toEqual([['']]);
  });

  test('a sign-in: the other tabs hear who it is', async () => {
    const server = new FakeServer().install().refuse(getUser, 'NOT_SIGNED_IN');
    renderWhole();
    await userEvent.type(await screen.findByLabelText('メールアドレス'), hanako.email);
    await userEvent.type(screen.getByLabelText('パスワード'), 'Secret-1234');
    server.on(login, { message: '' }).on(getUser, { user: hanako });
    await userEvent.click(screen.getByRole('button', { name: 'ログイン' }));
    await waitFor(() => expect(heard).toHaveBeenCalled());
    expect(heard.mock.calls).toEqual([[hanako.id]]);
  });
});
