import { screen } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { verifyMfa } from '#shared/contract/auth';
import { hanako, renderApp } from '../../../testing/render-app';
import { FakeServer } from '../../../testing/server';
import { SecondStepForm } from './second-step-form';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install().on(getUser, { user: hanako });
});

test('a recovery code signs in, in any letter case', async () => {
  server.refuse(verifyMfa, 'WRONG_CODE');
  const { user } = renderApp(<SecondStepForm mfaType="totp" onBack={() => undefined} />, { at: '/login' });
  await user.click(screen.getByRole('button', { name: 'リカバリーコードを使う' }));
  const code = screen.getByLabelText('リカバリーコード');
  expect(code).toHaveFocus();
  await user.type(code, 'abc');
  await user.click(screen.getByRole('button', { name: '認証' }));
  expect(await screen.findByText('リカバリーコードの形式が正しくありません')).toBeVisible();
  await user.clear(code);
  await user.type(code, 'ab12c-de34f');
  await user.click(screen.getByRole('button', { name: '認証' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('認証コードが正しくありません');
  expect(code).toHaveFocus();
  server.on(verifyMfa, { message: '' });
  await user.click(screen.getByRole('button', { name: '認証' }));
  expect(await screen.findByText('/')).toBeVisible();
  expect(server.askedOf(verifyMfa).at(-1)?.body).toEqual({ recoveryCode: 'AB12C-DE34F' });
});

test("from the recovery code back to the app's code; SMS offers no recovery codes", async () => {
  const { user, unmount } = renderApp(<SecondStepForm mfaType="totp" onBack={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'リカバリーコードを使う' }));
  await user.click(screen.getByRole('button', { name: '認証アプリのコードを使う' }));
  expect(screen.getByLabelText('認証コード（TOTP）')).toHaveFocus();
  unmount();
  renderApp(<SecondStepForm mfaType="sms" onBack={() => undefined} />);
  expect(screen.queryByRole('button', { name: 'リカバリーコードを使う' })).not.toBeInTheDocument();
});

test('the second step expires: back to the password with the reason, from a recovery code too', async () => {
  server.refuse(verifyMfa, 'CHALLENGE_EXPIRED');
  const onBack = jest.fn();
  const { user } = renderApp(<SecondStepForm mfaType="totp" onBack={onBack} />);
  await user.click(screen.getByRole('button', { name: 'リカバリーコードを使う' }));
  await user.type(screen.getByLabelText('リカバリーコード'), 'AB12CDE34F');
  await user.click(screen.getByRole('button', { name: '認証' }));
  await screen.findByRole('button', { name: '認証' });
  expect(onBack).toHaveBeenCalledWith('2段階認証の有効期限が切れました。もう一度ログインしてください。');
});
