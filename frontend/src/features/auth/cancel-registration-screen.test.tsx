import { screen } from '@testing-library/react';
import { cancelRegistration } from '#shared/contract/auth';
import { address, renderApp } from '../../../testing/render-app';
import { FakeServer, refuses } from '../../../testing/server';
import { CancelRegistrationScreen } from './cancel-registration-screen';

let server: FakeServer;
beforeEach(() => (server = new FakeServer().install()));

const open = (at = '/cancel-registration?token=key.secret') => renderApp(<CancelRegistrationScreen />, { at });
const button = () => screen.getByRole('button', { name: '登録を取り消す' });

test('the link is opened: nothing is sent, and the token is in no address', () => {
  open();
  expect(button()).toBeEnabled();
  expect(server.asked).toHaveLength(0);
  expect(address()).toBe('/cancel-registration');
  expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
});

test('the button is pressed: the registration is deleted, and the way to the login is shown', async () => {
  server.on(cancelRegistration, { message: 'ok' });
  const { user } = open();
  await user.click(button());
  expect(await screen.findByRole('heading', { name: '登録を取り消しました' })).toBeVisible();
  expect(server.askedOf(cancelRegistration).map(({ body }) => body)).toEqual([{ token: 'key.secret' }]);
  expect(screen.getByRole('link', { name: 'ログイン画面へ' })).toHaveAttribute('href', '/login');
});

test('a link that works no more: told in the server’s words, and there is no button that could not help', async () => {
  server.reply(cancelRegistration, refuses('LINK_INVALID'));
  const { user } = open();
  await user.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent(/このリンクは無効か、すでに使用されています/);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('link', { name: 'ログイン画面へ' })).toBeVisible();
});

test('no connection: told in words of its own, and the button can be pressed again', async () => {
  server.reply(cancelRegistration, 'unreachable');
  const { user } = open();
  await user.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent(/予期せぬエラーが発生しました/);
  expect(button()).toBeEnabled();
});

test('without a token: the way to the link is told, and there is no button', () => {
  open('/cancel-registration');
  expect(screen.getByText(/確認メールに記載された/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
