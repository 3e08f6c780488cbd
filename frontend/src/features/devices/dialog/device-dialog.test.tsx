import { screen, waitFor, within } from '@testing-library/react';
import { listShops } from '#shared/contract/billing';
import { listMovements } from '#shared/contract/movement';
import { listRepairs } from '#shared/contract/repair';
import type { Device } from '#shared/model/device';
import { aShop, aSubscription } from '../../../../testing/shops';
import { device, request } from '../../../../testing/devices';
import { aMovement } from '../../../../testing/movements';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { isMoving } from '#shared/model/device-request';
import { takenText } from '#shared/model/movement';
import { DeviceDialog } from './device-dialog';
import { wizardKinds, wizards } from './wizards';

beforeEach(() => void new FakeServer().install());

const show = (of: Device) => renderApp(<DeviceDialog device={of} customerId="cus_1" onClose={() => undefined} />);
const choices = () => screen.queryAllByRole('button', { name: /を申し込む$/ }).map((button) => button.textContent);

test('a rented device: exchange, return and any other request for rented devices are offered', async () => {
  show(device('RV-1'));
  expect(await screen.findByRole('dialog', { name: 'RV-1' })).toBeVisible();
  const ofRented = wizardKinds.filter(isMoving);
  expect(choices()).toEqual(ofRented.map((kind) => wizards[kind].choice.title));
  expect(choices()).toEqual(expect.arrayContaining(['交換を申し込む', '返却を申し込む']));
});

test('a rented device whose subscription has ended: it can be returned, and nothing is sent in exchange', async () => {
  const subscription = { ...aSubscription(), id: device('RV-1').stripeSubscriptionId, status: 'canceled' as const };
  new FakeServer().install().on(listShops, [aShop({ subscriptions: [subscription] })]);
  show(device('RV-1'));
  expect(await screen.findByText('ご契約が終了しているため、交換は申し込めません。')).toBeVisible();
  expect(choices()).toEqual([wizards.return.choice.title]);
});

test.each([
  ['its collection names it', { state: 'box-sent' as const, serialNumbers: ['RV-1'] }],
  ['its subscription ended, without names', { serialNumbers: [] }],
])('a device that is collected already: no request is offered, because none is accepted: %s', async (_, more) => {
  const collection = aMovement({ cause: 'ended', subscription: device('RV-1').stripeSubscriptionId, ...more });
  new FakeServer().install().on(listMovements, { movements: [collection], counts: [] });
  show(device('RV-1'));
  expect(await screen.findByText(takenText(collection))).toBeVisible();
  expect(choices()).toEqual([]);
});

test('another device is collected: this one can be returned', async () => {
  const collection = aMovement({ cause: 'lowered', serialNumbers: ['RV-2'] });
  const server = new FakeServer().install().on(listMovements, { movements: [collection], counts: [] });
  show(device('RV-1'));
  await waitFor(() => expect(choices()).toContain(wizards.return.choice.title));
  expect(server.askedOf(listMovements)).toHaveLength(1);
});

test.each([['購入機材'], ['代替え機'], [null], ['新しい区分']])(
  'category %s: no action is offered',
  async (deviceCategory) => {
    show(device('RV-1', { deviceCategory }));
    expect(await screen.findByText('このデバイスで行える操作はありません')).toBeVisible();
    if (deviceCategory)
      expect(screen.getByText(`${deviceCategory}は、交換・返却のお手続きの対象外です。`)).toBeVisible();
    expect(choices()).toEqual([]);
  },
);

test.each([
  ['返却', '返却済みのため、お手続きはできません。'],
  ['紛失', '状態が「紛失」のため、お手続きはできません。'],
])('a device with the status %s: no action is offered', async (status, text) => {
  show(device('RV-1', { status }));
  expect(await screen.findByText(text)).toBeVisible();
  expect(choices()).toEqual([]);
});

test.each([
  ['return', '返却'],
  ['exchange', '交換'],
] as const)('while it is locked by a %s, the unlock date and the last action show', async (lastActionType, name) => {
  // 2026-12-05 in Japan.
  show(
    device('RV-1', {
      isActionLocked: true,
      lockUntil: '2026-12-04T15:30:00Z',
      lastActionType,
      request: request({ kind: lastActionType, state: 'accepted' }),
    }),
  );
  expect(await screen.findByText(`現在、${name}のお手続き中です`)).toBeVisible();
  expect(screen.getByText('次にお手続きできる日').nextSibling).toHaveTextContent('2026年12月5日');
  expect(choices()).toEqual([]);
  const track = screen.getByRole('region', { name: `${name}のお申し込みの状況` });
  expect(track).toHaveTextContent('RQ-0007');
  expect(track).toHaveTextContent('担当者に連絡しています');
  expect(track.querySelector('[aria-current="step"]')).toHaveTextContent('受付');
});

test('a device that goes back: what is sent when, and what its owner does by when', async () => {
  const movement = aMovement({ receiptNumber: 'RQ-0007', serialNumbers: ['RV-1'] });
  new FakeServer().install().on(listMovements, { movements: [movement], counts: [] });
  show(device('RV-1', { isActionLocked: true, lastActionType: 'return', request: request({ state: 'in_work' }) }));
  const track = await screen.findByRole('region', { name: '返却のお申し込みの状況' });
  expect(await within(track).findByText('返却用の箱を発送します')).toBeVisible();
  expect(track.querySelector('[aria-current="step"]')).toHaveTextContent('2026年11月25日まで');
  expect(track).toHaveTextContent(/ご返送ください.*2026年12月2日まで/);
});

test.each([
  ['its box is still to come', { promisedBy: '2026-11-21' }, []],
  ['its box is overdue', { promisedBy: '2026-11-20' }, ['/store/cus_1']],
  ['its box was sent', { state: 'box-sent' as const }, ['/store/cus_1']],
  ['it was sent back', { state: 'on-its-way' as const }, []],
])('a device that goes back, %s: whether a link leads to where its parcel is told', async (_what, changes, links) => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-11-21T12:00:00+09:00'));
  const movement = aMovement({ receiptNumber: 'RQ-0007', serialNumbers: ['RV-1'], ...changes });
  new FakeServer().install().on(listMovements, { movements: [movement], counts: [] });
  show(device('RV-1', { isActionLocked: true, lastActionType: 'return', request: request({ state: 'in_work' }) }));
  const track = await screen.findByRole('region', { name: '返却のお申し込みの状況' });
  expect(await within(track).findByText('到着の確認後、返却は完了です')).toBeVisible();
  const found = within(track).queryAllByRole('link', { name: '店舗詳細で発送を連絡する' });
  expect(found.map((link) => link.getAttribute('href'))).toEqual(links);
});

test('an exchange that was withdrawn: none of its steps is shown as done', async () => {
  const movement = aMovement({ kind: 'swap', cause: 'exchange', receiptNumber: 'RQ-0007', state: 'withdrawn' });
  const server = new FakeServer().install().on(listMovements, { movements: [movement], counts: [] });
  show(device('RV-1', { request: request({ kind: 'exchange', state: 'accepted' }) }));
  const track = await screen.findByRole('region', { name: '交換のお申し込みの状況' });
  await waitFor(() => expect(server.askedOf(listMovements)).toHaveLength(1));
  expect(await within(track).findByText(/担当者に連絡しています/)).toBeVisible();
  expect(track).not.toHaveTextContent('到着を確認しました');
});

test('a lock without a date: the message names no date', async () => {
  show(device('RV-1', { isActionLocked: true }));
  expect((await screen.findByText('次にお手続きできる日')).nextSibling).toHaveTextContent('未定');
});

test('a rented device: its repair history is read when it is opened', async () => {
  const server = new FakeServer().install();
  const value = (text: string) => ({ value: text });
  server.on(listRepairs, [
    {
      $id: value('1'),
      日時: value('2026-11-01T03:00:00Z'),
      修理項目: value('表示がおかしい'),
      修理完了フラグ: value('1'),
      確定修理金額: value('0'),
      保証対象: value('はい'),
    },
  ]);
  const { user } = show(device('RV-1'));
  const summary = await screen.findByText('修理履歴');
  expect(server.askedOf(listRepairs)).toHaveLength(0);
  await user.click(summary);
  expect(await screen.findByText(/表示がおかしい/)).toBeVisible();
});

test('beside the QR code the serial number can be copied; a device that went back has no code', async () => {
  const { user, unmount } = show(device('RV-1'));
  await user.click(await screen.findByText('このデバイスのQRコード', { selector: 'span' }));
  const copying = jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
  await user.click(screen.getByRole('button', { name: 'シリアル番号をコピー' }));
  // Nothing beside the button shows what could be selected instead.
  expect(await screen.findByText('もう一度お試しください。')).toBeVisible();
  copying.mockRestore();
  await user.click(screen.getByRole('button', { name: 'シリアル番号をコピー' }));
  expect(await navigator.clipboard.readText()).toBe('RV-1');
  unmount();
  show(device('RV-1', { status: '返却' }));
  expect(await screen.findByText('修理履歴')).toBeVisible();
  expect(screen.queryByText('このデバイスのQRコード')).not.toBeInTheDocument();
});
