import { screen, waitFor } from '@testing-library/react';
import { listShops } from '#shared/contract/billing';
import { listDevices, listShopDevices, returnDevice } from '#shared/contract/device';
import { returnReasons } from '#shared/model/device';
import { enabled } from '../../../../testing/enabled';
import { device, request } from '../../../../testing/devices';
import { makeTextsLong, scrollTo } from '../../../../testing/read-to-end';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer, responds, refuses } from '../../../../testing/server';
import { useCall } from '../../../lib/use-call';
import { DeviceDialog } from '../dialog/device-dialog';

let server: FakeServer;
const onClose = jest.fn();
beforeEach(() => {
  makeTextsLong();
  onClose.mockReset();
  server = new FakeServer()
    .install()
    .on(listShops, [])
    .on(listShopDevices, [device('RV-1')])
    .on(listDevices, []);
});
afterEach(() => jest.restoreAllMocks());

/** The dialog of a device that comes from the list, so that it follows the list. */
function Listed() {
  const { data } = useCall(listShopDevices, { params: { id: 'cus_1' } });
  return data ? <DeviceDialog device={data[0] ?? device('RV-1')} customerId="cus_1" onClose={onClose} /> : null;
}
async function begin() {
  const { user } = renderApp(<Listed />);
  await user.click(await screen.findByRole('button', { name: '返却を申し込む' }));
  return user;
}
const percent = () => screen.getByRole('progressbar').getAttribute('value');
const button = (name: string) => screen.getByRole('button', { name });
const terms = () => screen.getByRole('region', { name: '返却規約' });

/** Fills in the wizard up to the button that sends. */
async function fill({ note = '' } = {}) {
  const user = await begin();
  await user.click(screen.getByRole('radio', { name: '台数削減' }));
  if (note) await user.type(screen.getByLabelText('補足（任意）'), note);
  await user.click(button('次へ'));
  await user.click(button('次へ'));
  scrollTo(terms(), 0);
  await user.click(button('同意して次へ'));
  return user;
}
const asked = () => server.askedOf(returnDevice);

test('a double click on the button before the one that sends: nothing is sent', async () => {
  server.on(returnDevice, { message: '', request: request() });
  const user = await begin();
  await user.click(screen.getByRole('radio', { name: '台数削減' }));
  await user.click(button('次へ'));
  await user.click(button('次へ'));
  scrollTo(terms(), 0);
  await user.click(button('同意して次へ'));
  await user.click(button('返却を申し込む'));
  expect(asked()).toHaveLength(0);
  await user.click(await enabled('返却を申し込む'));
  expect(asked()).toHaveLength(1);
});

test('five steps from the reason to the receipt, 20% each, with a way back', async () => {
  server.on(returnDevice, { message: '', request: request() });
  const user = await begin();
  expect(percent()).toBe('20');
  expect(screen.getAllByRole('radio').map((radio) => (radio as HTMLInputElement).value)).toEqual([...returnReasons]);
  expect(screen.getByRole('dialog', { name: '返却：RV-1' })).toBeVisible();
  expect(screen.getByRole('heading', { name: '返却の理由を教えてください' })).toHaveFocus();
  await user.click(screen.getByRole('radio', { name: '台数削減' }));
  await user.type(screen.getByLabelText('補足（任意）'), '  12月から  ');
  await user.click(button('次へ'));
  expect(percent()).toBe('40');
  expect(screen.getByRole('heading', { name: '返却の内容をご確認ください' })).toHaveFocus();
  expect(screen.getByText('台数削減')).toBeVisible();
  await user.click(button('戻る'));
  expect(screen.getByRole('radio', { name: '台数削減' })).toBeChecked();
  await user.click(button('次へ'));
  await user.click(button('次へ'));
  expect(percent()).toBe('60');
  expect(button('同意して次へ')).toBeDisabled();
  expect(screen.getByText('規約を最後までお読みください')).toBeVisible();
  scrollTo(terms(), 6);
  expect(button('同意して次へ')).toBeDisabled();
  scrollTo(terms(), 5);
  expect(screen.queryByText('規約を最後までお読みください')).not.toBeInTheDocument();
  await user.click(button('同意して次へ'));
  expect(percent()).toBe('80');
  expect(screen.getByText('3-1-1').parentElement).toHaveTextContent('東京都港区南青山3-1-1');
  await user.click(await enabled('返却を申し込む'));
  expect(await screen.findByRole('heading', { name: '返却のお申し込みを受け付けました' })).toHaveFocus();
  expect(percent()).toBe('100');
  expect(screen.getAllByText('RQ-0007')).not.toHaveLength(0);
  expect(asked()).toHaveLength(1);
  expect(asked()[0]?.body).toEqual({
    serialNumber: 'RV-1',
    stripeSubscriptionId: 'sub_1',
    reason: '台数削減',
    additionalInfo: '12月から',
  });
  await user.click(button('完了'));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test('a return that was accepted: the shops are read again, because it may have lowered their quantities', async () => {
  server.on(returnDevice, { message: '', request: request() });
  const user = await fill();
  const before = server.askedOf(listShops).length;
  await user.click(await enabled('返却を申し込む'));
  await screen.findByRole('heading', { name: '返却のお申し込みを受け付けました' });
  expect(server.askedOf(listShops)).toHaveLength(before + 1);
});

test('the terms explain refunds, the reduced quantity and the box', async () => {
  const user = await begin();
  await user.click(screen.getByRole('radio', { name: 'その他' }));
  await user.click(button('次へ'));
  await user.click(button('次へ'));
  for (const words of ['返金', '日割り', '次回のご請求分から', '2〜3営業日以内'])
    expect(terms()).toHaveTextContent(words);
});

test('no reason: step 1 stays with a message; a note over 1,000 characters is refused and kept', async () => {
  const user = await begin();
  await user.click(button('次へ'));
  expect(screen.getByRole('alert')).toHaveTextContent('返却理由を選択してください返却理由の選択は必須です。');
  expect(screen.getAllByRole('radio')[0]).toHaveFocus();
  expect(percent()).toBe('20');
  await user.click(screen.getByRole('radio', { name: '契約終了' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.click(screen.getByLabelText('補足（任意）'));
  await user.paste('あ'.repeat(1001));
  await user.click(button('次へ'));
  expect(screen.getByText('1,000文字以内で入力してください')).toBeVisible();
  expect(screen.getByLabelText('補足（任意）')).toHaveValue('あ'.repeat(1001));
  expect(percent()).toBe('20');
});

test('an empty note: left out of the request', async () => {
  server.on(returnDevice, { message: '', request: request() });
  const user = await fill({ note: '   ' });
  await user.click(await enabled('返却を申し込む'));
  await screen.findByRole('heading', { name: '返却のお申し込みを受け付けました' });
  expect(asked()[0]?.body).not.toHaveProperty('additionalInfo');
});

test('a double click: one request, and the dialog cannot be closed meanwhile', async () => {
  let respond: (value: ReturnType<typeof responds>) => void = () => undefined;
  server.reply(returnDevice, new Promise((resolve) => (respond = resolve)));
  const user = await fill();
  await user.dblClick(await enabled('返却を申し込む'));
  await waitFor(() => expect(asked()).toHaveLength(1));
  expect(button('閉じる')).toBeDisabled();
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  respond(responds(returnDevice, { message: '', request: request() }));
  await screen.findByRole('heading', { name: '返却のお申し込みを受け付けました' });
  expect(asked()).toHaveLength(1);
});

test.each([
  ['is lost', 'unreachable' as const],
  ['fails on the way', { status: 502, body: 'Bad Gateway' }],
  ['finds the first still under way', refuses('IDEMPOTENCY_KEY_IN_USE')],
])('a response that %s: the next try has the same key and the same receipt', async (_case, response) => {
  server.reply(returnDevice, response);
  const user = await fill();
  await user.click(await enabled('返却を申し込む'));
  expect(await screen.findByText('返却処理エラー')).toBeVisible();
  server.on(returnDevice, { message: '', request: request({ state: 'accepted' }) });
  await user.click(await enabled('返却を申し込む'));
  expect(await screen.findByRole('heading', { name: '返却のお申し込みを受け付けました' })).toBeVisible();
  // The receipt of the first attempt, and the toast of the failure is removed.
  expect(screen.getByText(request().receiptNumber)).toBeVisible();
  await waitFor(() => expect(screen.queryByText('返却処理エラー')).not.toBeInTheDocument());
  const [first, second] = asked().map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});

test('a lost response: 返却処理に失敗しました, and that sending again is safe', async () => {
  server.reply(returnDevice, 'unreachable');
  const user = await fill();
  await user.click(await enabled('返却を申し込む'));
  expect(await screen.findByText('返却処理に失敗しました')).toBeVisible();
  expect(screen.getByText(/二重に登録されることはありません。/)).toBeVisible();
});

test("a refusal: the server's text, and the next try has another key", async () => {
  server.refuse(returnDevice, 'SUBSCRIPTION_NOT_FOUND');
  const user = await fill();
  await user.click(await enabled('返却を申し込む'));
  expect(await screen.findByText('指定されたサブスクリプションが見つかりません')).toBeVisible();
  server.on(returnDevice, { message: '', request: request() });
  await user.click(await enabled('返却を申し込む'));
  await screen.findByRole('heading', { name: '返却のお申し込みを受け付けました' });
  const [first, second] = asked().map(({ headers }) => headers.get('idempotency-key'));
  expect(second).not.toBe(first);
});

test('the device was locked elsewhere: the list is read again and the dialog shows the lock', async () => {
  server.refuse(returnDevice, 'DEVICE_LOCKED');
  const user = await fill();
  const locked = device('RV-1', {
    isActionLocked: true,
    lockUntil: '2026-12-05T01:30:00Z',
    lastActionType: 'exchange',
    request: request({ kind: 'exchange' }),
  });
  server.on(listShopDevices, [locked]);
  await user.click(await enabled('返却を申し込む'));
  expect(await screen.findByText('このデバイスは手続き中のため、操作できません。')).toBeVisible();
  expect(await screen.findByText('現在、交換のお手続き中です')).toBeVisible();
  expect(screen.getByText('2026年12月5日')).toBeVisible();
  expect(screen.queryByRole('button', { name: '返却を申し込む' })).not.toBeInTheDocument();
});
