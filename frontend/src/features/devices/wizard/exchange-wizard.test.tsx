import { screen } from '@testing-library/react';
import { listDevices, listShopDevices, requestExchange } from '#shared/contract/device';
import { exchangeIssues } from '#shared/model/record-system';
import { enabled } from '../../../../testing/enabled';
import { device, request } from '../../../../testing/devices';
import { makeTextsLong, scrollTo } from '../../../../testing/read-to-end';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer, refuses } from '../../../../testing/server';
import { DeviceDialog } from '../dialog/device-dialog';

let server: FakeServer;
const onClose = jest.fn();
beforeEach(() => {
  makeTextsLong();
  onClose.mockReset();
  server = new FakeServer()
    .install()
    .on(listShopDevices, [])
    .on(listDevices, [])
    .on(requestExchange, { message: '', request: request({ kind: 'exchange' }) });
});
afterEach(() => jest.restoreAllMocks());

const button = (name: string) => screen.getByRole('button', { name });
const terms = () => screen.getByRole('region', { name: '交換規約' });

async function toIssues() {
  const { user } = renderApp(<DeviceDialog device={device('RV-1')} customerId="cus_1" onClose={onClose} />);
  await user.click(await screen.findByRole('button', { name: '交換を申し込む' }));
  expect(screen.getByRole('dialog', { name: '交換：RV-1' })).toBeVisible();
  expect(screen.getByRole('heading', { name: 'どこの調子が悪いですか？' })).toHaveFocus();
  return user;
}
async function toTerms() {
  const user = await toIssues();
  // Chosen in another order than listed; sent in the list's order.
  await user.click(screen.getByRole('checkbox', { name: '異音がする' }));
  await user.click(screen.getByRole('checkbox', { name: 'オゾンが出ない' }));
  await user.type(screen.getByLabelText('補足（任意）'), '  昨日から\n ');
  await user.click(button('次へ'));
  expect(screen.getByText('オゾンが出ない、異音がする')).toBeVisible();
  await user.click(button('次へ'));
  return user;
}

test('the device that was pressed is the one: its step is a way back, and on', async () => {
  const user = await toIssues();
  expect(screen.getByRole('progressbar')).toHaveAttribute('value', '40');
  await user.click(button('戻る'));
  expect(screen.getByRole('heading', { name: 'このデバイスを交換しますか？' })).toHaveFocus();
  expect(screen.getByText('RV-1')).toBeVisible();
  await user.click(button('次へ'));
  expect(screen.getByRole('heading', { name: 'どこの調子が悪いですか？' })).toHaveFocus();
  await user.click(button('戻る'));
  await user.click(button('戻る'));
  expect(button('交換を申し込む')).toBeVisible();
});

test('at least one of the eight issues must be marked; each can be unmarked', async () => {
  const user = await toIssues();
  expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
    ...exchangeIssues,
  ]);
  await user.click(button('次へ'));
  expect(screen.getByRole('alert')).toHaveTextContent('不調部分を選択してください');
  await user.click(screen.getByRole('checkbox', { name: '異音がする' }));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  await user.click(screen.getByRole('checkbox', { name: '異音がする' }));
  await user.click(button('次へ'));
  expect(screen.getByRole('heading', { name: 'どこの調子が悪いですか？' })).toBeVisible();
});

test('the terms are read to the end: issues and trimmed notes are sent', async () => {
  const user = await toTerms();
  for (const words of ['無料', '10,000円〜15,000円', '198,000円', '3営業日以内', '1週間以内', '追加の費用'])
    expect(terms()).toHaveTextContent(words);
  expect(button('同意して交換を申し込む')).toBeDisabled();
  scrollTo(terms(), 5);
  await user.click(await enabled('同意して交換を申し込む'));
  expect(await screen.findByRole('heading', { name: '交換のお申し込みを受け付けました' })).toHaveFocus();
  expect(server.askedOf(requestExchange)[0]?.body).toEqual({
    serialNumber: 'RV-1',
    issues: ['オゾンが出ない', '異音がする'],
    notes: '昨日から',
    customerId: 'cus_1',
  });
});

test('the request is accepted: only the done button closes the dialog', async () => {
  const user = await toTerms();
  scrollTo(terms(), 0);
  await user.click(await enabled('同意して交換を申し込む'));
  await screen.findByRole('heading', { name: '交換のお申し込みを受け付けました' });
  expect(button('閉じる')).toBeDisabled();
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: '戻る' })).not.toBeInTheDocument();
  await user.click(button('完了'));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each([
  ['in the server’s words', refuses('DEVICE_NOT_ELIGIBLE'), 'このデバイスでは、この操作はできません。'],
  ['without a response', 'unreachable' as const, 'もう一度お試しください。'],
])('the request fails: the message comes %s, and the dialog can be closed', async (_case, response, text) => {
  server.reply(requestExchange, response);
  const user = await toTerms();
  scrollTo(terms(), 0);
  await user.click(await enabled('同意して交換を申し込む'));
  expect(await screen.findByText('交換リクエストの送信に失敗しました')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  const [closes] = screen.getAllByRole('button', { name: '閉じる' }).filter((one) => one.closest('[role="dialog"]'));
  expect(closes).toBeEnabled();
});

test('the response is lost and the content changes: the next try has another key', async () => {
  server.reply(requestExchange, 'unreachable');
  const user = await toTerms();
  scrollTo(terms(), 0);
  await user.click(await enabled('同意して交換を申し込む'));
  await screen.findByText('交換リクエストの送信に失敗しました');
  await user.click(button('戻る'));
  await user.click(button('戻る'));
  await user.click(screen.getByRole('checkbox', { name: '異常発熱する' }));
  await user.click(button('次へ'));
  await user.click(button('次へ'));
  server.on(requestExchange, { message: '', request: request({ kind: 'exchange' }) });
  // The terms stay read.
  await user.click(await enabled('同意して交換を申し込む'));
  await screen.findByRole('heading', { name: '交換のお申し込みを受け付けました' });
  const [first, second] = server.askedOf(requestExchange).map(({ headers }) => headers.get('idempotency-key'));
  expect(second).not.toBe(first);
});
