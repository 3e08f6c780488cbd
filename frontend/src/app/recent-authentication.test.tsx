import { screen, waitFor } from '@testing-library/react';
import { getUser, requestEmailChange } from '#shared/contract/account';
import { confirmPassword } from '#shared/contract/security';
import { hanako, renderApp } from '../../testing/render-app';
import { FakeServer } from '../../testing/server';
import { AppRoutes } from './routes';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer()
    .install()
    .on(getUser, { user: hanako })
    .refuse(requestEmailChange, 'RECENT_AUTHENTICATION_REQUIRED');
});

/** Asks for another address and waits for the question. */
async function askForChange() {
  const { user } = renderApp(<AppRoutes />, { at: '/profile' });
  await user.click(await screen.findByRole('button', { name: 'メールアドレスを編集' }));
  await user.clear(screen.getByLabelText('新しいメールアドレス'));
  await user.type(screen.getByLabelText('新しいメールアドレス'), 'new@example.jp');
  await user.click(screen.getByRole('button', { name: '確認メールを送信' }));
  const password = await screen.findByLabelText('現在のパスワード');
  return { user, password };
}

test('a call needs recent authentication: the password is asked for, then the call goes on', async () => {
  const { user, password } = await askForChange();
  await waitFor(() => expect(password).toHaveFocus());
  const username = document.querySelector('[role="dialog"] input[autocomplete="username"]');
  expect(username).toHaveValue(hanako.email);
  expect(username).not.toBeVisible();
  server.on(confirmPassword, { message: '' }).on(requestEmailChange, { message: '' });
  await user.type(password, 'my password');
  await user.click(screen.getByRole('button', { name: '確認して続ける' }));
  expect(await screen.findByLabelText('認証コード')).toBeVisible();
  expect(server.askedOf(confirmPassword).map(({ body }) => body)).toEqual([{ password: 'my password' }]);
  expect(server.askedOf(requestEmailChange).map(({ body }) => body)).toEqual([
    { newEmail: 'new@example.jp' },
    { newEmail: 'new@example.jp' },
  ]);
  expect(screen.queryByLabelText('現在のパスワード')).not.toBeInTheDocument();
});

test('a wrong password: the text is under the field, and the dialog stays', async () => {
  const { user, password } = await askForChange();
  server.refuse(confirmPassword, 'WRONG_PASSWORD');
  await user.type(password, 'not mine');
  await user.click(screen.getByRole('button', { name: '確認して続ける' }));
  expect(await screen.findByText('パスワードが正しくありません')).toBeVisible();
  expect(password).toHaveFocus();
  expect(password).toHaveValue('not mine');
  expect(server.askedOf(requestEmailChange)).toHaveLength(1);
});

test('the user declines: the form as it was typed, without an error', async () => {
  const { user } = await askForChange();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('現在のパスワード')).not.toBeInTheDocument());
  expect(screen.getByLabelText('新しいメールアドレス')).toHaveValue('new@example.jp');
  expect(screen.queryByText('メールアドレス変更の申請に失敗しました')).not.toBeInTheDocument();
  expect(server.askedOf(confirmPassword)).toHaveLength(0);
});
