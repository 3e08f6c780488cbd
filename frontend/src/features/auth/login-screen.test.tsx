import { screen, waitFor } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { login, verifyMfa } from '#shared/contract/auth';
import { address, hanako, renderApp } from '../../../testing/render-app';
import { FakeServer, refuses } from '../../../testing/server';
import { LoginScreen } from './login-screen';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install().on(getUser, { user: hanako });
});

const email = () => screen.getByLabelText('メールアドレス');
const password = () => screen.getByLabelText('パスワード');
const press = (name: string) => screen.getByRole('button', { name });

async function signIn() {
  const { user } = renderApp(<LoginScreen />, { at: '/login' });
  await user.type(email(), 'Hanako@Example.jp ');
  await user.type(password(), 'secret-1');
  await user.click(press('ログイン'));
  return user;
}

test('e-mail and password are right: the user is read and home is shown', async () => {
  server.on(login, { message: 'ok' });
  await signIn();
  await waitFor(() => expect(address()).toBe('/'));
  expect(server.askedOf(login)[0]?.body).toEqual({ email: 'hanako@example.jp', password: 'secret-1' });
  expect(server.askedOf(getUser)).toHaveLength(1);
  expect(document.title).toBe('ログイン | Revonizer');
});

test('invalid input: a text under each field, nothing sent, focus on the first wrong one', async () => {
  const { user } = renderApp(<LoginScreen />, { at: '/login' });
  await user.type(email(), 'not-an-address');
  await user.click(press('ログイン'));
  expect(await screen.findByText('パスワードを入力してください')).toBeVisible();
  expect(email()).toHaveAccessibleDescription('メールアドレスの形式が正しくありません');
  expect(email()).toBeInvalid();
  expect(email()).toHaveFocus();
  expect(server.asked).toHaveLength(0);
});

test('the server refuses: its text above the form, all input kept', async () => {
  server.refuse(login, 'WRONG_CREDENTIALS');
  await signIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('メールアドレスまたはパスワードが正しくありません');
  expect(email()).toHaveValue('Hanako@Example.jp');
  expect(password()).toHaveValue('secret-1');
  expect(password()).toHaveFocus();
});

test('after a refusal an empty field is sent: its text under it, and no old refusal above', async () => {
  server.refuse(login, 'WRONG_CREDENTIALS');
  const user = await signIn();
  await screen.findByRole('alert');
  await user.clear(password());
  await user.click(press('ログイン'));
  expect(screen.getByText('パスワードを入力してください')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test("the stage's SMS of the day are used up: the authenticator app is named above the form", async () => {
  const message =
    '本日のSMSの送信が上限に達しました。認証アプリによる2段階認証をご利用いただくか、時間をおいてもう一度お試しください。';
  server.reply(login, refuses('TOO_MANY_ATTEMPTS', { message }));
  await signIn();
  expect(await screen.findByRole('alert')).toHaveTextContent('認証アプリによる2段階認証をご利用いただくか');
});

test.each([
  ['a refusal without words', { status: 400, body: '' }, 'ログインに失敗しました'],
  ['no response', 'unreachable' as const, '予期せぬエラーが発生しました'],
])("%s: the screen's own text", async (_case, response, text) => {
  server.reply(login, response);
  await signIn();
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

test('while the form is sent: fields and button are disabled', async () => {
  let respond: (response: { status: number; body: string }) => void = () => undefined;
  server.reply(login, new Promise((resolve) => (respond = resolve)));
  await signIn();
  await waitFor(() => expect(press('ログイン')).toBeDisabled());
  expect(email()).toBeDisabled();
  expect(password()).toBeDisabled();
  respond(refuses('WRONG_CREDENTIALS'));
  await waitFor(() => expect(press('ログイン')).toBeEnabled());
});

describe('with a second step', () => {
  test('the right code from the SMS: home', async () => {
    server.refuse(login, 'MFA_REQUIRED', { mfaType: 'sms' }).on(verifyMfa, { message: 'ok' });
    const user = await signIn();
    const code = await screen.findByLabelText('認証コード（SMS）');
    expect(screen.getByRole('heading', { name: '2段階認証' })).toBeVisible();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code).toHaveAttribute('placeholder', '000000');
    await user.type(code, '1234567');
    expect(code).toHaveValue('123456');
    await user.click(press('認証する'));
    await waitFor(() => expect(address()).toBe('/'));
    expect(server.askedOf(verifyMfa)[0]?.body).toEqual({ code: '123456' });
  });

  test('a short code is refused at once; a wrong one keeps the step', async () => {
    server.refuse(login, 'MFA_REQUIRED', { mfaType: 'totp' }).refuse(verifyMfa, 'WRONG_CODE');
    const user = await signIn();
    const code = await screen.findByLabelText('認証コード（TOTP）');
    await user.type(code, '123');
    await user.click(press('認証する'));
    expect(await screen.findByText('認証コードは6文字である必要があります')).toBeVisible();
    expect(server.askedOf(verifyMfa)).toHaveLength(0);
    await user.type(code, '456');
    await user.click(press('認証する'));
    expect(await screen.findByRole('alert')).toHaveTextContent('認証コードが正しくありません');
    expect(code).toHaveFocus();
  });

  test('the second step expires: back to the password, with the reason', async () => {
    server.refuse(login, 'MFA_REQUIRED', { mfaType: 'sms' }).refuse(verifyMfa, 'CHALLENGE_EXPIRED');
    const user = await signIn();
    await user.type(await screen.findByLabelText('認証コード（SMS）'), '123456');
    await user.click(press('認証する'));
    expect(await screen.findByRole('alert')).toHaveTextContent('2段階認証の有効期限が切れました');
    expect(email()).toHaveValue('hanako@example.jp');
  });
});
