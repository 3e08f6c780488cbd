import { screen, waitFor } from '@testing-library/react';
import { listShops } from '#shared/contract/billing';
import { listMovements, markSent, withdrawMovement } from '#shared/contract/movement';
import type { Movement } from '#shared/model/movement';
import { aMovement as movement } from '../../../testing/movements';
import { renderApp } from '../../../testing/render-app';
import { FakeServer } from '../../../testing/server';
import { MovementsCard } from './movements-card';

const counts = { subscription: 'sub_1', held: 3, billed: 3 };

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install().on(listShops, []);
});
/** A moment of the day on which the movements are ordered. */
const today = Date.parse('2026-11-21T12:00:00+09:00');
afterEach(() => jest.restoreAllMocks());
const show = (subscriptionId?: string) =>
  renderApp(<MovementsCard customerId="cus_1" {...(subscriptionId && { subscriptionId })} />, { at: '/' });

test('a part of the devices is back: how many, and only the others are named and to be sent', async () => {
  const serialNumbers = ['RVZ-1', 'RVZ-2', 'RVZ-3'];
  const part = { cause: 'ended', state: 'on-its-way', count: 3, serialNumbers, back: ['RVZ-1', 'RVZ-3'] } as const;
  server.on(listMovements, {
    movements: [movement({ ...part, back: [...part.back], withdrawable: false })],
    counts: [counts],
  });
  show();
  expect(await screen.findByText('2 / 3台の到着を確認しました')).toBeVisible();
  expect([screen.getByText(/（RVZ-2）$/), screen.getByText('（返却予定 1台）')]).toHaveLength(2);
  expect(screen.getByText('箱が届いたら、デバイスと付属品をご返送ください')).toBeVisible();
});

test('what is held and billed, each movement with its promise, and what its owner can do', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(today);
  server.on(listMovements, {
    movements: [
      movement({ lowers: 'due' }),
      movement({ id: 'mv-2', kind: 'ship', cause: 'raised', count: 2, serialNumbers: [], withdrawable: false }),
      movement({ id: 'mv-3', state: 'closed', withdrawable: false }),
    ],
    counts: [counts, { ...counts, subscription: 'sub_2', held: 1, billed: 2 }],
  });
  show();
  expect(await screen.findByText('お手元 4台 / ご請求 5台')).toBeVisible();
  expect(screen.getByText('（お届け予定 2台、返却予定 1台）')).toBeVisible();
  const lines = [...screen.getByRole('list', { name: '手続き中の発送・返却' }).children];
  expect(lines.map((line) => line.textContent)).toEqual([
    '返却 1台（RVZ-1）返却用の箱を発送します2026年11月25日まで' +
      '箱が届いたら、デバイスと付属品をご返送ください2026年12月2日まで' +
      '到着を確認します。契約台数を1台減らす手続きは進行中です返却を取り下げる',
    'お届け 2台（台数の追加）デバイスを発送します2026年11月25日までデバイスが届きます',
  ]);
});

test('nothing is on its way, and what is held is billed: a line for the shop, none for a subscription', async () => {
  const arrived = movement({ id: 'mv-2', kind: 'ship', cause: 'raised', state: 'arrived', withdrawable: false });
  const movements = [movement({ state: 'closed', withdrawable: false }), arrived];
  server.on(listMovements, { movements, counts: [counts] });
  const { unmount } = show();
  expect(await screen.findByText('完了した発送・返却（2件）')).toBeVisible();
  expect(screen.queryByText(/お手元|デバイスの発送・返却/)).not.toBeInTheDocument();
  unmount();
  show('sub_1');
  await waitFor(() => expect(screen.queryByText('デバイスの発送・返却')).not.toBeInTheDocument());
  expect(screen.queryByText(/完了した発送・返却/)).not.toBeInTheDocument();
});

test('nothing is on its way, and another number is billed than held: both are told', async () => {
  server.on(listMovements, { movements: [], counts: [{ ...counts, held: 2 }] });
  show('sub_1');
  expect(await screen.findByText('お手元 2台 / ご請求 3台')).toBeVisible();
});

test('one subscription has a device too many, another one too few: each is told, as their sums are equal', async () => {
  const other = { subscription: 'sub_2', held: 2, billed: 1 };
  server.on(listMovements, { movements: [], counts: [{ ...counts, held: 2 }, other] });
  show();
  expect(await screen.findByText('お手元 2台 / ご請求 3台')).toBeVisible();
  expect(screen.getByText('お手元 2台 / ご請求 1台')).toBeVisible();
});

test('before the first device is there, nothing is called billed', async () => {
  const movements = [movement({ kind: 'ship', cause: 'subscribed', count: 3, withdrawable: false })];
  server.on(listMovements, { movements, counts: [{ ...counts, held: 0 }] });
  show();
  expect(await screen.findByText('お届け 3台')).toBeVisible();
  expect(screen.queryByText(/ご請求/)).not.toBeInTheDocument();
});

test('what has arrived is no longer to come, or to go', async () => {
  const arrived = (kind: Movement['kind']) => movement({ id: kind, kind, state: 'arrived', withdrawable: false });
  const movements = [arrived('ship'), arrived('collect'), movement({ id: 'mv-4', count: 2, serialNumbers: [] })];
  server.on(listMovements, { movements, counts: [counts] });
  show();
  expect(await screen.findByText('（返却予定 2台）')).toBeVisible();
});

test('the owner names the parcel', async () => {
  server.on(listMovements, { movements: [movement({ state: 'box-sent', withdrawable: false })], counts: [] });
  const { user } = show('sub_1');
  await user.click(await screen.findByRole('button', { name: '発送したことを連絡する' }));
  await user.type(screen.getByRole('textbox', { name: /配送会社/ }), 'ヤマト運輸');
  await user.type(screen.getByRole('textbox', { name: /送り状番号/ }), '1234-5678');
  const parcel = { carrier: 'ヤマト運輸', number: '1234-5678' };
  const sent = movement({ state: 'on-its-way', withdrawable: false, parcel });
  server.on(markSent, { movement: sent }).on(listMovements, { movements: [sent], counts: [] });
  await user.click(screen.getByRole('button', { name: '記録する' }));
  expect(await screen.findByText('お荷物 ヤマト運輸 1234-5678')).toBeVisible();
  expect(server.askedOf(markSent)[0]?.body).toEqual({ ...parcel, number: '12345678' });
});

test('the form of a parcel closes: the button that opened it has the focus again', async () => {
  server.on(listMovements, { movements: [movement({ state: 'box-sent', withdrawable: false })], counts: [] });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: '発送したことを連絡する' }));
  await user.click(screen.getByRole('button', { name: 'キャンセル' }));
  expect(screen.getByRole('button', { name: '発送したことを連絡する' })).toHaveFocus();
});

test('the staff’s box has a number: the owner still has to name the parcel, in an empty form', async () => {
  const parcel = { carrier: '佐川急便', number: '77' };
  server.on(listMovements, { movements: [movement({ state: 'box-sent', parcel })], counts: [] });
  const { user } = show();
  expect(await screen.findByText('お荷物 佐川急便 77')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '発送したことを連絡する' }));
  expect(screen.getByRole('textbox', { name: /送り状番号/ })).toHaveValue('');
});

test.each([
  ['an exchange that is ordered', { kind: 'swap', cause: 'exchange', promisedBy: '2026-11-01' }, 0],
  ['an exchange whose other device was sent', { kind: 'swap', cause: 'exchange', state: 'box-sent' }, 1],
  ['a return whose box comes by today', { promisedBy: '2026-11-21' }, 0],
  ['a return whose box is overdue, so that nobody may have said that it was sent', { promisedBy: '2026-11-20' }, 1],
] as const)('%s: whether its owner can name a parcel', async (_what, changes, buttons) => {
  jest.spyOn(Date, 'now').mockReturnValue(today);
  server.on(listMovements, { movements: [movement(changes)], counts: [] });
  show();
  expect(await screen.findByRole('list', { name: '手続き中の発送・返却' })).toBeVisible();
  expect(screen.queryAllByRole('button', { name: '発送したことを連絡する' })).toHaveLength(buttons);
});

test.each([
  [
    'a return is withdrawn: the device stays in use',
    {},
    /^RVZ-1はそのままお使いいただけます。月額料金は変わりません。$/,
  ],
  [
    'an exchange is withdrawn: nobody is told to use a device that may be dangerous',
    { kind: 'swap', cause: 'exchange' },
    /異常な発熱やコンセントの破損があるデバイスは、使用せずに/,
  ],
] as const)('%s', async (_what, changes, words) => {
  server.on(listMovements, { movements: [movement(changes)], counts: [] });
  const { user } = show();
  const withdrawn = movement({ ...changes, state: 'withdrawn', withdrawable: false });
  await user.click(await screen.findByRole('button', { name: /^(返却|交換)を取り下げる$/ }));
  expect(await screen.findByText(words)).toBeVisible();
  expect(server.askedOf(withdrawMovement)).toHaveLength(0);
  server.on(withdrawMovement, { movement: withdrawn }).on(listMovements, { movements: [withdrawn], counts: [] });
  await user.click(screen.getByRole('button', { name: '取り下げる' }));
  expect(await screen.findByText('取り下げ')).toBeInTheDocument();
  expect(await screen.findByText('取り下げました')).toBeInTheDocument();
});

test.each([
  ['withdrawn', movement({ state: 'withdrawn', withdrawable: false }), '取り下げました'],
  ['not withdrawn', movement(), '取り下げできませんでした'],
])('the response is lost, and the return is %s: the screen says so', async (_what, now, words) => {
  server.on(listMovements, { movements: [movement()], counts: [] }).reply(withdrawMovement, 'unreachable');
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: /^(返却|交換)を取り下げる$/ }));
  const withdraw = await screen.findByRole('button', { name: '取り下げる' });
  server.on(listMovements, { movements: [now], counts: [] });
  await user.click(withdraw);
  expect(await screen.findByText(words)).toBeInTheDocument();
});

test('the movements cannot be read: it says so, as a missing card would mean that nothing is on its way', async () => {
  server.refuse(listMovements, 'PAYMENTS_UNAVAILABLE');
  const { user } = show();
  expect(await screen.findByText('発送・返却の状況を取得できませんでした')).toBeVisible();
  server.on(listMovements, { movements: [movement()], counts: [] });
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('list', { name: '手続き中の発送・返却' })).toBeVisible();
});
