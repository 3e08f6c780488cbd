import { act, screen, waitFor } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { requestRegistration, resendRegistration, verifyRegistration } from '#shared/contract/auth';
import { address, hanako, renderApp } from '../../../testing/render-app';
import { FakeServer, refuses } from '../../../testing/server';
import { RegisterScreen } from './register-screen';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install().on(getUser, { user: hanako }).on(requestRegistration, { message: 'ok' });
});
afterEach(() => jest.useRealTimers());

const press = (name: string) => screen.getByRole('button', { name });

async function fillIn(options: Parameters<typeof renderApp>[1] = {}) {
  const { user } = renderApp(<RegisterScreen />, { at: '/register', ...options });
  await user.type(screen.getByLabelText('メールアドレス'), 'hanako@example.jp');
  await user.type(screen.getByLabelText('ユーザー名'), '山田花子');
  await user.type(screen.getByLabelText('パスワード'), 'secret-123');
  return user;
}

async function toCode(options?: Parameters<typeof renderApp>[1]) {
  const user = await fillIn(options);
  await user.click(press('確認メールを送信'));
  return { user, code: await screen.findByLabelText('認証コード') };
}

test('invalid input: a text under each field, nothing sent', async () => {
  const { user } = renderApp(<RegisterScreen />, { at: '/register' });
  await user.type(screen.getByLabelText('ユーザー名'), '花子');
  await user.type(screen.getByLabelText('パスワード'), 'short');
  await user.click(press('確認メールを送信'));
  expect(await screen.findByText('メールアドレスの形式が正しくありません')).toBeVisible();
  expect(screen.getByText('ユーザー名は3文字以上である必要があります')).toBeVisible();
  expect(screen.getByText('パスワードは8文字以上である必要があります')).toBeVisible();
  expect(screen.getByLabelText('メールアドレス')).toHaveFocus();
  expect(server.asked).toHaveLength(0);
});

test("the password's strength and checklist appear with the first character", async () => {
  const { user } = renderApp(<RegisterScreen />, { at: '/register' });
  expect(screen.queryByLabelText('パスワードの強度')).not.toBeInTheDocument();
  await user.type(screen.getByLabelText('パスワード'), 'abcDEF123!xyz');
  expect(screen.getByLabelText('パスワードの強度')).toHaveAttribute('aria-valuetext', '非常に強い');
  expect(screen.getAllByText('（達成）')).toHaveLength(6);
});

// ASVS 6.2.6, 6.2.7
test('the password is masked, can be shown, and can be pasted', async () => {
  const user = await fillIn();
  expect(screen.getByLabelText('パスワード')).toHaveAttribute('type', 'password');
  await user.click(press('パスワードを表示'));
  expect(screen.getByLabelText('パスワード')).toHaveAttribute('type', 'text');
  await user.clear(screen.getByLabelText('パスワード'));
  await user.paste('From-a-manager-7');
  expect(screen.getByLabelText('パスワード')).toHaveValue('From-a-manager-7');
});

test('the server refuses a field: its text is under that field', async () => {
  server.refuse(requestRegistration, 'INVALID_INPUT', { fields: { password: 'このパスワードは使用できません。' } });
  const user = await fillIn();
  await user.click(press('確認メールを送信'));
  expect(await screen.findByText('このパスワードは使用できません。')).toBeVisible();
  expect(screen.getByLabelText('パスワード')).toHaveFocus();
});

test.each([
  [
    'words of the server',
    refuses('TOO_MANY_ATTEMPTS'),
    '試行回数が上限に達しました。しばらく時間をおいてから、もう一度お試しください。',
  ],
  ['a refusal without words', { status: 502, body: 'bad gateway' }, '新規登録に失敗しました'],
  ['no response', 'unreachable' as const, '通信エラーが発生しました'],
])('%s: in a toast', async (_case, response, text) => {
  server.reply(requestRegistration, response);
  const user = await fillIn();
  await user.click(press('確認メールを送信'));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByText('エラー')).toBeVisible();
  expect(screen.getByLabelText('メールアドレス')).toHaveValue('hanako@example.jp');
});

test('step 2 shows the address of the mail; going back keeps the input', async () => {
  const { user } = await toCode();
  expect(screen.getByText('hanako@example.jp')).toBeVisible();
  await user.click(press('戻る'));
  expect(screen.getByLabelText('ユーザー名')).toHaveValue('山田花子');
  expect(screen.getByLabelText('パスワード')).toHaveValue('secret-123');
});

test('a code must have six digits; a wrong one keeps the step; it can be sent again', async () => {
  server.refuse(verifyRegistration, 'WRONG_CODE').on(resendRegistration, { message: 'ok' });
  const { user, code } = await toCode();
  await user.type(code, '12a');
  await user.click(press('認証する'));
  expect(await screen.findByText('認証コードは6桁です')).toBeVisible();
  await user.clear(code);
  await user.type(code, '000000');
  await user.click(press('認証する'));
  expect(await screen.findByText('認証コードが正しくありません')).toBeVisible();
  expect(code).toHaveFocus();
  await user.click(press('コードを再送信'));
  expect(await screen.findByText('認証コードを再送信しました')).toBeVisible();
  expect(server.askedOf(resendRegistration)[0]?.body).toEqual({ email: 'hanako@example.jp' });
});

test('a wrong code, then the right one: the message of the first is gone', async () => {
  server.refuse(verifyRegistration, 'WRONG_CODE');
  const { user, code } = await toCode();
  await user.type(code, '000000');
  await user.click(press('認証する'));
  expect(await screen.findByText('認証コードが正しくありません')).toBeVisible();
  server.on(verifyRegistration, { message: 'ok', autoLogin: false });
  await user.clear(code);
  await user.type(code, '123456');
  await user.click(press('認証する'));
  expect(await screen.findByText('山田花子さん、ご登録ありがとうございます。')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('認証コードが正しくありません')).not.toBeInTheDocument());
});

test('verified in another browser: a greeting and a link to the login', async () => {
  server.on(verifyRegistration, { message: 'ok', autoLogin: false });
  const { user, code } = await toCode();
  await user.type(code, '123456');
  await user.click(press('認証する'));
  expect(await screen.findByText('山田花子さん、ご登録ありがとうございます。')).toBeVisible();
  expect(screen.getByRole('link', { name: 'ログイン' })).toHaveAttribute('href', '/login');
});

test('verified in the same browser: home after one second', async () => {
  jest.useFakeTimers();
  server.on(verifyRegistration, { message: 'ok', autoLogin: true, user: { username: '花子' } });
  const { user, code } = await toCode({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
  await user.type(code, '123456');
  await user.click(press('認証する'));
  expect(await screen.findByText('花子さん、ご登録ありがとうございます。')).toBeVisible();
  await act(() => jest.advanceTimersByTimeAsync(900));
  expect(address()).toBe('/register');
  await act(() => jest.advanceTimersByTimeAsync(200));
  await waitFor(() => expect(address()).toBe('/'));
});
