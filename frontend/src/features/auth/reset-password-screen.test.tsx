import { act, screen } from '@testing-library/react';
import { requestReset, resetPassword } from '#shared/contract/auth';
import { address, renderApp } from '../../../testing/render-app';
import { FakeServer, refuses } from '../../../testing/server';
import { ResetPasswordScreen } from './reset-password-screen';

let server: FakeServer;
beforeEach(() => (server = new FakeServer().install()));
afterEach(() => jest.useRealTimers());

const press = (name: string) => screen.getByRole('button', { name });
const back = () => screen.getByRole('link', { name: 'ログイン画面に戻る' });

test('without a token: a link is mailed; the way back to the login is always there', async () => {
  server.on(requestReset, { message: 'ok' });
  const { user } = renderApp(<ResetPasswordScreen />, { at: '/reset-password' });
  expect(back()).toHaveAttribute('href', '/login');
  await user.type(screen.getByLabelText('メールアドレス'), 'hanako@example.jp');
  await user.click(press('再設定メールを送信'));
  // The response is the same for an address without an account, which gets no mail: none is said to be sent.
  const outcome = await screen.findByRole('status');
  expect(outcome).toHaveTextContent('再設定のお申し込みを受け付けました');
  expect(outcome).toHaveTextContent('hanako@example.jp がご登録のメールアドレスであれば');
  expect(outcome).not.toHaveTextContent(/送信しました|お送りしました/);
  expect(back()).toHaveAttribute('href', '/login');
  expect(server.askedOf(requestReset)[0]?.body).toEqual({ email: 'hanako@example.jp' });
});

test.each([
  ['in the server’s words', refuses('TOO_MANY_ATTEMPTS'), /試行回数が上限に達しました/],
  ['in its own text', 'unreachable' as const, '予期せぬエラーが発生しました'],
])('the request fails: the message comes %s', async (_case, response, text) => {
  server.reply(requestReset, response);
  const { user } = renderApp(<ResetPasswordScreen />, { at: '/reset-password' });
  await user.type(screen.getByLabelText('メールアドレス'), 'hanako@example.jp');
  await user.click(press('再設定メールを送信'));
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.getByLabelText('メールアドレス')).toHaveValue('hanako@example.jp');
});

const fill = async (user: ReturnType<typeof renderApp>['user'], password: string, confirmation: string) => {
  await user.type(screen.getByLabelText('新しいパスワード'), password);
  await user.type(screen.getByLabelText('新しいパスワード（確認）'), confirmation);
  await user.click(press('パスワードを変更'));
};

test('different or short passwords: a text under the field, nothing sent', async () => {
  const { user } = renderApp(<ResetPasswordScreen />, { at: '/reset-password?token=k.1' });
  await fill(user, 'secret-123', 'secret-124');
  expect(await screen.findByText('パスワードが一致しません')).toBeVisible();
  expect(screen.getByLabelText('新しいパスワード（確認）')).toHaveFocus();
  await user.clear(screen.getByLabelText('新しいパスワード'));
  await user.clear(screen.getByLabelText('新しいパスワード（確認）'));
  await fill(user, 'short', 'short');
  expect(await screen.findByText('パスワードは8文字以上である必要があります')).toBeVisible();
  expect(server.asked).toHaveLength(0);
});

test('with a token: the password is set, and three seconds later the start page opens', async () => {
  jest.useFakeTimers();
  server.on(resetPassword, { message: 'ok' });
  const { user } = renderApp(<ResetPasswordScreen />, {
    at: '/reset-password?token=k.1',
    advanceTimers: (ms) => jest.advanceTimersByTime(ms),
  });
  await fill(user, 'secret-123', 'secret-123');
  expect(await screen.findByRole('status')).toHaveTextContent('パスワードを変更しました');
  expect(server.askedOf(resetPassword)[0]?.body).toEqual({ token: 'k.1', password: 'secret-123' });
  expect(screen.queryByRole('link', { name: /新しいリンクを送る/ })).not.toBeInTheDocument();
  expect(back()).toBeVisible();
  expect(address()).toBe('/reset-password');
  await act(() => jest.advanceTimersByTimeAsync(3100));
  expect(address()).toBe('/');
});

test('the token is in no address any more, and no request tells it', async () => {
  renderApp(<ResetPasswordScreen />, { at: '/reset-password?token=k.1' });
  expect(screen.getByLabelText('新しいパスワード')).toBeVisible();
  expect(address()).toBe('/reset-password');
  expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
});

test('removing the second step too: a box, empty at first, asks for it, and the screen shows the outcome', async () => {
  server.on(resetPassword, { message: '2段階認証の設定はそのままです。' });
  const { user } = renderApp(<ResetPasswordScreen />, { at: '/reset-password?token=k.1' });
  await user.click(screen.getByText('覚えのない2段階認証を求められるとき'));
  const box = screen.getByRole('checkbox', { name: '2段階認証も解除する' });
  expect(box).toBeVisible();
  expect(box).not.toBeChecked();
  const send = screen.getByRole('button', { name: 'パスワードを変更' });
  expect(box.compareDocumentPosition(send)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(box).toHaveAccessibleDescription(
    /リカバリーコードの設定を解除します。店舗が登録されているアカウントでは、解除されません/,
  );
  await user.click(box);
  await fill(user, 'secret-123', 'secret-123');
  expect(await screen.findByRole('status')).toHaveTextContent('2段階認証の設定はそのままです。');
  const body = { token: 'k.1', password: 'secret-123', removeSecondStep: true };
  expect(server.askedOf(resetPassword)[0]?.body).toEqual(body);
});

test('an expired link: the reason is above the form', async () => {
  server.refuse(resetPassword, 'LINK_EXPIRED');
  const { user } = renderApp(<ResetPasswordScreen />, { at: '/reset-password?token=k.1' });
  await fill(user, 'secret-123', 'secret-123');
  expect(await screen.findByRole('alert')).toHaveTextContent('このリンクの有効期限が切れています');
  expect(screen.getByLabelText('新しいパスワード')).toHaveValue('secret-123');
});
