import { act, screen } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { verifyMfa } from '#shared/contract/auth';
import { hanako, renderApp } from '../../../testing/render-app';
import { FakeServer } from '../../../testing/server';
import { SecondStepForm, type Challenge } from './second-step-form';

const byApp: Challenge = { mfaType: 'totp', sendAgain: async () => undefined };
const bySms: Challenge = { mfaType: 'sms', lastDigits: '5678', sendAgain: async () => undefined };

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install().on(getUser, { user: hanako });
});
afterEach(() => jest.useRealTimers());

test('a recovery code signs in, in any letter case', async () => {
  server.refuse(verifyMfa, 'WRONG_CODE');
  const { user } = renderApp(<SecondStepForm challenge={byApp} onBack={() => undefined} />, { at: '/login' });
  await user.click(screen.getByRole('button', { name: 'リカバリーコードを使う' }));
  const code = screen.getByLabelText('リカバリーコード');
  expect(code).toHaveFocus();
  await user.type(code, 'abc');
  await user.click(screen.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText('リカバリーコードの形式が正しくありません')).toBeVisible();
  await user.clear(code);
  await user.type(code, 'ab12c-de34f');
  await user.click(screen.getByRole('button', { name: '認証する' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('認証コードが正しくありません');
  expect(code).toHaveFocus();
  server.on(verifyMfa, { message: '' });
  await user.click(screen.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText('/')).toBeVisible();
  expect(server.askedOf(verifyMfa).at(-1)?.body).toEqual({ recoveryCode: 'AB12C-DE34F' });
});

test.each([
  ['認証コード（TOTP）', byApp],
  ['認証コード（SMS）', bySms],
])('from the recovery code back to the %s', async (label, challenge) => {
  const { user } = renderApp(<SecondStepForm challenge={challenge} onBack={() => undefined} />);
  await user.click(screen.getByRole('button', { name: 'リカバリーコードを使う' }));
  await user.click(screen.getByRole('button', { name: '認証コードを使う' }));
  expect(screen.getByLabelText(label)).toHaveFocus();
});

test('by SMS: the number’s last digits, another SMS after half a minute, and whom to call', async () => {
  jest.useFakeTimers();
  const sendAgain = jest.fn(async () => undefined);
  const { user } = renderApp(<SecondStepForm challenge={{ ...bySms, sendAgain }} onBack={() => undefined} />, {
    advanceTimers: (ms) => jest.advanceTimersByTime(ms),
  });
  expect(
    screen.getByText(/末尾5678の番号にSMSで届いた6桁の認証コードを入力してください。3分間有効です。/),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: /コードを再送信/ })).toBeDisabled();
  await act(() => jest.advanceTimersByTimeAsync(30_000));
  await user.click(screen.getByRole('button', { name: 'コードを再送信' }));
  expect(sendAgain).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('認証コードを再送信しました')).toBeInTheDocument();
  expect(screen.getByLabelText('認証コード（SMS）')).toHaveFocus();
  expect(screen.getByRole('button', { name: /コードを再送信/ })).toBeDisabled();
  await user.click(screen.getByText('コードが届かないとき'));
  // The empty field is no mistake yet.
  expect(screen.getByLabelText('認証コード（SMS）')).toHaveFocus();
  expect(screen.queryByText('認証コードは6文字である必要があります')).not.toBeInTheDocument();
  expect(await screen.findByText(/担当者の連絡先/)).toBeVisible();
});

test('a code in full width, or with a space: read as its six digits', async () => {
  server.on(verifyMfa, { message: '' });
  const { user } = renderApp(<SecondStepForm challenge={byApp} onBack={() => undefined} />, { at: '/login' });
  await user.click(screen.getByLabelText('認証コード（TOTP）'));
  await user.paste('１２３ 456');
  expect(screen.getByLabelText('認証コード（TOTP）')).toHaveValue('123456');
  await user.click(screen.getByRole('button', { name: '認証する' }));
  expect(await screen.findByText('/')).toBeVisible();
  expect(server.askedOf(verifyMfa)[0]?.body).toEqual({ code: '123456' });
});

test('the second step expires: back to the password with the reason, from a recovery code too', async () => {
  server.refuse(verifyMfa, 'CHALLENGE_EXPIRED');
  const onBack = jest.fn();
  const { user } = renderApp(<SecondStepForm challenge={byApp} onBack={onBack} />);
  await user.click(screen.getByRole('button', { name: 'リカバリーコードを使う' }));
  await user.type(screen.getByLabelText('リカバリーコード'), 'AB12CDE34F');
  await user.click(screen.getByRole('button', { name: '認証する' }));
  await screen.findByRole('button', { name: '認証する' });
  expect(onBack).toHaveBeenCalledWith('2段階認証の有効期限が切れました。もう一度ログインしてください。');
});
