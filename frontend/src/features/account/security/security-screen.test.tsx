import { screen, waitFor, within } from '@testing-library/react';
import { Link } from 'react-router-dom';
import { getUser } from '#shared/contract/account';
import {
  disableMfa,
  endOtherSessions,
  endSession,
  getMfaStatus,
  listImpersonations,
  listSessions,
  setUpSms,
  setUpTotp,
  verifySms,
  verifyTotp,
} from '#shared/contract/security';
import type { Impersonation } from '#shared/model/impersonation';
import type { Session } from '#shared/model/account';
import { hanako, renderApp, renderScreens } from '../../../../testing/render-app';
import { FakeServer, refuses } from '../../../../testing/server';
import { SecurityScreen } from './security-screen';

const message = { message: '' };
const off = { enabled: false, method: null, recoveryCodesLeft: 0 };
const setup = {
  secret: 'JBSWY3DPEHPK3PXP',
  otpauthUri: 'otpauth://totp/Revonizer:hanako%40example.jp?secret=JBSWY3DPEHPK3PXP&issuer=Revonizer',
};
const recoveryCodes = Array.from({ length: 10 }, (_, index) => `AAAA${index}-BBBBB`);
const session = (id: string, device: string, more: Partial<Session> = {}): Session => ({
  id,
  device,
  address: '203.0.113.7',
  createdAt: 1_795_000_000,
  lastSeenAt: 1_795_100_000,
  expiresAt: 1_799_000_000,
  current: false,
  impersonation: false,
  ...more,
});
const here = session('here', 'Chrome（Windows）', { current: true });
const phone = session('phone', 'Safari（iPhone）');

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer()
    .install()
    .on(getUser, { user: hanako })
    .on(getMfaStatus, off)
    .on(listSessions, { sessions: [here, phone] })
    .on(listImpersonations, { impersonations: [] });
});

async function show() {
  const { user } = renderApp(<SecurityScreen />, { at: '/settings/security' });
  await screen.findByRole('heading', { name: 'セキュリティ設定' });
  await screen.findByRole('switch', { name: '2段階認証を使う' });
  return user;
}

test('an administrator signed in as the user: the second step and other sessions are shown, not changed', async () => {
  server.on(getUser, { user: { ...hanako, impersonation: { expiresAt: 1_800_000_000 } } });
  await show();
  expect(screen.getByRole('switch', { name: '2段階認証を使う' })).toBeDisabled();
  for (const name of ['認証アプリを設定', /^Safari（iPhone）.*をログアウト$/, 'ほかの端末をすべてログアウト'])
    expect(await screen.findByRole('button', { name })).toBeDisabled();
});

test('many sessions: this one and two more, all of them after a press, and the focus is on the list', async () => {
  const others = Array.from({ length: 7 }, (_, index) => session(`other-${index}`, 'Chrome（Windows）'));
  server.on(listSessions, { sessions: [...others, here] });
  const user = await show();
  const list = await screen.findByRole('list', { name: 'ログイン中の端末' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  expect(within(list).getAllByRole('listitem')[0]).toHaveTextContent('この端末');
  await user.click(screen.getByRole('button', { name: 'すべて表示（8件）' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(8);
  expect(list).toHaveFocus();
});

test('SMS is switched on by an international number and the code that is sent to it', async () => {
  server.on(setUpSms, message).on(verifySms, { ...message, recoveryCodes: ['AAAAA-BBBBB'] });
  const user = await show();
  await user.click(screen.getByRole('switch'));
  const dialog = within(await screen.findByRole('dialog'));
  const send = dialog.getByRole('button', { name: '認証コードを送信' });
  expect(send).toBeDisabled();
  await user.type(dialog.getByLabelText('電話番号'), '+44123');
  await user.click(send);
  expect(await dialog.findByText(/日本の電話番号形式で入力してください/)).toBeVisible();
  await user.clear(dialog.getByLabelText('電話番号'));
  await user.type(dialog.getByLabelText('電話番号'), '+819012345678');
  await user.click(send);
  expect(await screen.findByText('認証コードを送信しました')).toBeVisible();
  expect(server.askedOf(setUpSms).map(({ body }) => body)).toEqual([{ phoneNumber: '+819012345678' }]);

  server.on(getMfaStatus, { enabled: true, method: 'sms', recoveryCodesLeft: 0 });
  await user.type(await dialog.findByLabelText('認証コード（SMS）'), '123456');
  await user.click(dialog.getByRole('button', { name: '認証する' }));
  await user.click(await dialog.findByRole('button', { name: '保管しました' }));
  await waitFor(() => expect(screen.getByRole('switch')).toBeChecked());
  expect(server.askedOf(verifySms).map(({ body }) => body)).toEqual([{ code: '123456' }]);
});

test("the stage's SMS of the day are used up: the form offers the authenticator app", async () => {
  const message =
    '本日のSMSの送信が上限に達しました。認証アプリによる2段階認証をご利用いただくか、時間をおいてもう一度お試しください。';
  server.reply(setUpSms, refuses('TOO_MANY_ATTEMPTS', { message }));
  const user = await show();
  await user.click(screen.getByRole('switch'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('電話番号'), '+819012345678');
  await user.click(dialog.getByRole('button', { name: '認証コードを送信' }));
  expect(await screen.findByText(message)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'キャンセル' }));
  expect(screen.getByRole('button', { name: '認証アプリを設定' })).toBeEnabled();
});

test('no code can be sent to the number: it stays in the form for correction', async () => {
  server.refuse(setUpSms, 'CODE_DELIVERY_FAILED');
  const user = await show();
  await user.click(screen.getByRole('switch'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('電話番号'), '+819012345678');
  await user.click(dialog.getByRole('button', { name: '認証コードを送信' }));
  expect(await dialog.findByText(/認証コードを送信できませんでした/)).toBeVisible();
  expect(dialog.getByLabelText('電話番号')).toHaveValue('+819012345678');
});

test('an authenticator is set up by its code; the ten recovery codes stay until they are confirmed', async () => {
  server.on(setUpTotp, setup).refuse(verifyTotp, 'WRONG_CODE');
  const user = await show();
  await user.click(screen.getByRole('button', { name: '認証アプリを設定' }));
  let dialog = within(await screen.findByRole('dialog', { name: '認証アプリの設定' }));
  expect(dialog.getAllByRole('img', { name: '認証アプリ用のQRコード' })[0]).toBeInTheDocument();
  expect(dialog.getByText('JBSW Y3DP EHPK 3PXP')).toBeInTheDocument();
  await user.type(dialog.getByLabelText('認証コード（TOTP）'), '000000');
  await user.click(dialog.getByRole('button', { name: '認証する' }));
  expect(await dialog.findByText('認証コードが正しくありません')).toBeVisible();

  server
    .on(verifyTotp, { message: '', recoveryCodes })
    .on(getMfaStatus, { enabled: true, method: 'totp', recoveryCodesLeft: 10 });
  await user.click(dialog.getByRole('button', { name: '認証する' }));
  dialog = within(await screen.findByRole('dialog', { name: '2段階認証を有効にしました' }));
  expect(dialog.getByText(/ほかの端末はログアウトしました。$/)).toBeVisible();
  expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(recoveryCodes);
  await user.click(dialog.getByRole('button', { name: 'コピー' }));
  expect(await navigator.clipboard.readText()).toBe(recoveryCodes.join('\n'));
  expect(dialog.getByRole('button', { name: 'コピーしました' })).toBeVisible();

  await user.keyboard('{Escape}');
  expect(dialog.getByRole('button', { name: '閉じる' })).toBeDisabled();
  expect(screen.getByRole('dialog', { name: '2段階認証を有効にしました' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: '保管しました' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByText('認証方法の変更・リカバリーコード（残り10個）')).toBeVisible();
});

test("saving the recovery codes: a file with the product's name and each code", async () => {
  const made: Blob[] = [];
  URL.createObjectURL = (blob) => {
    made.push(blob as Blob);
    return 'blob:codes';
  };
  const revoked = jest.fn();
  URL.revokeObjectURL = revoked;
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  server.on(setUpTotp, setup).on(verifyTotp, { message: '', recoveryCodes });
  const user = await show();
  await user.click(screen.getByRole('button', { name: '認証アプリを設定' }));
  await user.type(await screen.findByLabelText('認証コード（TOTP）'), '123456');
  await user.click(screen.getByRole('button', { name: '認証する' }));
  await user.click(await screen.findByRole('button', { name: 'ダウンロード' }));
  expect(saved).toHaveBeenCalledTimes(1);
  const text = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.readAsText(made[0] as Blob);
  });
  expect(text).toContain('Revonizer リカバリーコード');
  for (const code of recoveryCodes) expect(text).toContain(code);
  expect(revoked).not.toHaveBeenCalled();
  saved.mockRestore();
});

test('either method is switched off at once', async () => {
  server.on(getMfaStatus, { enabled: true, method: 'totp', recoveryCodesLeft: 3 }).on(disableMfa, message);
  const user = await show();
  expect(screen.getByText('認証方法の変更・リカバリーコード（残り3個）')).toBeVisible();
  expect(screen.getByRole('switch')).toHaveAccessibleDescription(
    /認証アプリに表示されるコード.*ほかの端末はログアウトします。$/,
  );
  expect(screen.queryByRole('button', { name: '認証アプリを設定' })).not.toBeInTheDocument();
  server.on(getMfaStatus, off);
  await user.click(screen.getByRole('switch'));
  expect(await screen.findByText('2段階認証を無効にしました')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('switch')).not.toBeChecked());
});

test('sessions are listed with this one marked; each of the others can be ended', async () => {
  server.on(endSession, message);
  const user = await show();
  const list = await screen.findByRole('list', { name: 'ログイン中の端末' });
  const [own, other] = within(list).getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(own).toHaveTextContent('Chrome（Windows）この端末');
  expect(own).toHaveTextContent('2026年11月18日 20:06 にログイン');
  expect(within(own).queryByRole('button')).not.toBeInTheDocument();
  server.on(listSessions, { sessions: [here] });
  await user.click(within(other).getByRole('button', { name: /Safari（iPhone）.*をログアウト/ }));
  expect(await screen.findByText('選択した端末からログアウトしました。')).toBeVisible();
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  expect(server.askedOf(endSession).map(({ url }) => url.pathname)).toEqual(['/api/sessions/phone']);
  expect(screen.queryByRole('button', { name: 'ほかの端末をすべてログアウト' })).not.toBeInTheDocument();
});

test('the screen is shown again: a sign-in elsewhere meanwhile is in the list', async () => {
  const { user } = renderScreens({ '/a': <SecurityScreen />, '/settings': <Link to="/a">再び</Link> }, { at: '/a' });
  await screen.findByText(/Safari（iPhone）/);
  await user.click(screen.getByRole('link', { name: /設定\s*へ戻る/ }));
  server.on(listSessions, { sessions: [here, phone, session('new', 'Firefox（Linux）')] });
  await user.click(screen.getByRole('link', { name: '再び' }));
  expect(await screen.findByText(/Firefox（Linux）/)).toBeVisible();
});

test('ending all other sessions fails: they stay; a second try ends them', async () => {
  server.refuse(endOtherSessions, 'SERVICE_UNAVAILABLE');
  const user = await show();
  const end = await screen.findByRole('button', { name: 'ほかの端末をすべてログアウト' });
  await user.click(end);
  expect(await screen.findByText('ログアウトできませんでした')).toBeVisible();
  server.on(endOtherSessions, { message: '', ended: 1 }).on(listSessions, { sessions: [here] });
  await user.click(end);
  expect(await screen.findByText('ほかのすべての端末からログアウトしました。')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Safari（iPhone）')).not.toBeInTheDocument());
});

test('data cannot be read: an error with a retry', async () => {
  server.refuse(getMfaStatus, 'INTERNAL').reply(listSessions, 'unreachable');
  const { user } = renderApp(<SecurityScreen />, { at: '/settings/security' });
  expect(await screen.findByText('セキュリティ設定の取得に失敗しました')).toBeVisible();
  expect(await screen.findByText('ログイン中の端末を取得できませんでした')).toBeVisible();
  server.on(getMfaStatus, off).on(listSessions, { sessions: [here] });
  for (const retry of screen.getAllByRole('button', { name: 'もう一度試す' })) await user.click(retry);
  expect(await screen.findByRole('switch')).toBeVisible();
  expect(await screen.findByText('この端末')).toBeVisible();
});

describe('the impersonations', () => {
  const impersonation = (id: string, more: Partial<Impersonation> = {}): Impersonation => ({
    id,
    administrator: '管理 太郎',
    reason: `お問い合わせ${id}`,
    startedAt: 1_795_000_000,
    endedAt: 1_795_000_600,
    ...more,
  });

  test('there were none: one plain sentence', async () => {
    await show();
    expect(await screen.findByText('代理ログインはありません。')).toBeVisible();
  });

  test('who, why, from when to when; one goes on, another ended on the next day', async () => {
    server.on(listImpersonations, {
      impersonations: [
        impersonation('1', { endedAt: null }),
        impersonation('2'),
        impersonation('3', { startedAt: Date.parse('2026-11-20T14:50:00Z') / 1000, endedAt: 1_795_188_600 }),
      ],
    });
    await show();
    const rows = within(await screen.findByRole('list', { name: '管理者の代理ログイン' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      '管理 太郎ログイン中理由：お問い合わせ12026年11月18日 20:06 から',
      '管理 太郎理由：お問い合わせ22026年11月18日 20:06 〜 20:16',
      '管理 太郎理由：お問い合わせ32026年11月20日 23:50 〜 2026年11月21日 0:30',
    ]);
  });

  test('the newest five, then all', async () => {
    const impersonations = Array.from({ length: 7 }, (_, index) => impersonation(String(index)));
    server.on(listImpersonations, { impersonations });
    const user = await show();
    const list = within(await screen.findByRole('list', { name: '管理者の代理ログイン' }));
    expect(list.getAllByRole('listitem')).toHaveLength(5);
    await user.click(screen.getByRole('button', { name: '以前の記録も表示' }));
    expect(list.getAllByRole('listitem')).toHaveLength(7);
    expect(screen.queryByRole('button', { name: '以前の記録も表示' })).not.toBeInTheDocument();
  });

  test('the list cannot be read: said in its place, and tried again', async () => {
    server.refuse(listImpersonations, 'SERVICE_UNAVAILABLE');
    const user = await show();
    expect(await screen.findByText('代理ログインの記録を取得できませんでした')).toBeVisible();
    server.on(listImpersonations, { impersonations: [] });
    await user.click(screen.getByRole('button', { name: /再読み込み|もう一度/ }));
    expect(await screen.findByText('代理ログインはありません。')).toBeVisible();
  });
});
