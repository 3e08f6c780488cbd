import { act, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { resendVerification, verifyEmail } from '#shared/contract/auth';
import { address, renderApp } from '../../../testing/render-app';
import { FakeServer, responds, refuses } from '../../../testing/server';
import { VerifyEmailScreen } from './verify-email-screen';

let server: FakeServer;
beforeEach(() => (server = new FakeServer().install()));
afterEach(() => jest.useRealTimers());

const resend = () => screen.getByRole('button', { name: '確認メールを再送信' });

test('the link is verified once by itself; three seconds later the login is shown', async () => {
  jest.useFakeTimers();
  server.on(verifyEmail, { message: 'ok' });
  renderApp(
    <StrictMode>
      <VerifyEmailScreen />
    </StrictMode>,
    { at: '/verify-email?token=key.123456' },
  );
  expect(screen.getByText('メールアドレスを確認しています…')).toBeVisible();
  expect(document.querySelector('meta[name="referrer"]')).not.toBeNull();
  expect(await screen.findByRole('heading', { name: 'メールアドレスを確認しました' })).toBeVisible();
  // Still fading in: its clock is this test's.
  expect(await screen.findByText('メールアドレス確認完了')).toBeInTheDocument();
  expect(screen.getByText('ログインできます')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'ログイン画面へ' })).toBeEnabled();
  expect(server.askedOf(verifyEmail).map(({ url }) => url.searchParams.get('token'))).toEqual(['key.123456']);
  await act(() => jest.advanceTimersByTimeAsync(2000));
  expect(address()).toBe('/verify-email');
  await act(() => jest.advanceTimersByTimeAsync(1100));
  expect(address()).toBe('/login');
});

test.each([
  ['the server’s words', refuses('LINK_EXPIRED'), 'このリンクの有効期限が切れています。もう一度お手続きください。'],
  ['words of its own', 'unreachable' as const, 'メールアドレスの確認に失敗しました'],
])('the link does not work: the message comes in %s, with the offer of another mail', async (_case, response, text) => {
  server.reply(verifyEmail, response);
  renderApp(<VerifyEmailScreen />, { at: '/verify-email?token=old.1' });
  expect(await screen.findByText(text)).toBeVisible();
  expect(resend()).toBeEnabled();
  expect(screen.getByRole('link', { name: 'ログイン画面に戻る' })).toHaveAttribute('href', '/login');
});

test("without a token: a hint to use the mail's link, and the mail can be sent again", async () => {
  let respond: (response: { status: number; body: string }) => void = () => undefined;
  server.reply(resendVerification, new Promise((resolve) => (respond = resolve)));
  const { user } = renderApp(<VerifyEmailScreen />, { at: '/verify-email' });
  expect(screen.getByText(/確認メールに記載されたリンクを開いてください/)).toBeVisible();
  await user.type(screen.getByLabelText('メールアドレス'), 'hanako@example.jp');
  await user.click(resend());
  expect(await screen.findByRole('button', { name: '送信中...' })).toBeDisabled();
  respond(responds(resendVerification, { message: 'ok' }));
  expect(await screen.findByText('確認メールを再送信しました')).toBeVisible();
  expect(screen.getByText('確認メール再送信')).toBeVisible();
});

test('an empty address: a toast; an invalid one: text under the field', async () => {
  const { user } = renderApp(<VerifyEmailScreen />, { at: '/verify-email' });
  await user.click(resend());
  expect(await screen.findByText('メールアドレスを入力してください')).toBeVisible();
  await user.type(screen.getByLabelText('メールアドレス'), 'nobody');
  await user.click(resend());
  expect(await screen.findByText('メールアドレスの形式が正しくありません')).toBeVisible();
  expect(server.asked).toHaveLength(0);
});

test('the mail cannot be sent: a message', async () => {
  server.reply(resendVerification, { status: 500, body: '' });
  const { user } = renderApp(<VerifyEmailScreen />, { at: '/verify-email' });
  await user.type(screen.getByLabelText('メールアドレス'), 'hanako@example.jp');
  await user.click(resend());
  expect(await screen.findByText('確認メールの再送信に失敗しました')).toBeVisible();
});
