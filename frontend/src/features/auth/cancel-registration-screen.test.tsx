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

test.each([
  ['the server’s words', refuses('LINK_INVALID'), /このリンクは無効か、すでに使用されています/],
  ['words of its own', 'unreachable' as const, /予期せぬエラーが発生しました/],
])('refused: told in %s, and the button can be pressed again', async (_case, answer, text) => {
  server.reply(cancelRegistration, answer);
  const { user } = open();
  await user.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(button()).toBeEnabled();
});

test('without a token: the way to the link is told, and there is no button', () => {
  open('/cancel-registration');
  expect(screen.getByText(/確認メールに記載された/)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
