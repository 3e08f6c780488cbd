import { jobTimeout, reconciling } from '#shared/limits';
import type { MovementState } from '#shared/model/movement';
import { writeAll } from '../../adapters/dynamodb/transaction';
import { movementWrite, type MovementItem } from '../../adapters/devices-table/movements';
import { recordSync } from '../../adapters/devices-table/sync-jobs';
import type { SnapshotItem } from '../../adapters/users-table/items';
import { listNotices } from '../../adapters/users-table/notices';
import { putSnapshot } from '../../adapters/users-table/snapshots';
import { handler as checkShops } from '../../jobs/check-shops';
import { handler as deliverRequests } from '../../jobs/deliver-requests';
import { aMovement } from '../../testing/a-movement';
import { startRequestServices } from '../../testing/request-services';
import { walk } from '../../testing/runbook';
import { runJob } from '../../testing/run-job';
import { giveShop } from '../../testing/shops';
import { signInOwner } from '../../testing/sign-in-owner';
import { noticeMail } from '../mails/notices';
import { testServices } from '../../testing/test-services';

const services = testServices(startRequestServices);
const day = 86_400;
const now = (): number => services.clock.now() / 1000;

type Moved = Partial<MovementItem> & Pick<MovementItem, 'kind' | 'cause' | 'state'>;
interface Seed {
  billed: number;
  held: number;
  movements?: Moved[];
}

const keepShop = (customerId: string, billed: number, bookings: number) =>
  putSnapshot(
    'user',
    {
      customerId,
      readAtMs: services.clock.now(),
      bookings,
      record: {
        customer: { id: customerId, name: customerId, metadata: {}, shipping: null, address: null, phone: null },
        subscriptions: [
          {
            id: `sub_${customerId}`,
            status: billed === 0 ? 'canceled' : 'active',
            items: [{ quantity: billed, product: { tier: 'first' } }],
          },
        ],
        payment_history: [],
        readAt: 0,
      } as unknown as SnapshotItem['record'],
    },
    bookings === 1 ? {} : { bookings: bookings - 1 },
  );

async function hold(customerId: string, from: number, count: number, more = {}): Promise<void> {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  const subscriptionId = `sub_${customerId}`;
  await Promise.all(
    numbers.map((number) => services.putDevice(`${customerId}-${number}`, { subscriptionId, ...more })),
  );
}

/** A substitute, a sold and a returned device, which do not count. */
async function holdOthers(customerId: string): Promise<void> {
  await hold(customerId, 90, 1, { deviceCategory: '代替え機' });
  await hold(customerId, 91, 1, { deviceCategory: '購入機材', subscriptionRentalAvailability: '販売済' });
  await hold(customerId, 92, 1, { status: '返却' });
}

/** A shop whose movements stand so. */
async function seed(customerId: string, { billed, held, movements = [] }: Seed): Promise<void> {
  await giveShop('user', customerId);
  await keepShop(customerId, billed, 1);
  await hold(customerId, 0, held);
  for (const [index, moved] of movements.entries()) {
    const item = aMovement(now() - 30 * day, {
      movementId: `mv-${customerId}-${index}`,
      receiptNumber: `R-${customerId}-${index}`,
      customerId,
      subscriptionId: `sub_${customerId}`,
      count: 1,
      ...moved,
    });
    await writeAll([movementWrite(item)]);
  }
}

const ship = (count: number, state: MovementState, more = {}): Moved[] => [
  { kind: 'ship', cause: 'raised', count, state, ...more },
];
const collect = (count: number, state: MovementState, more = {}): Moved[] => [
  { kind: 'collect', cause: 'lowered', count, state, ...more },
];
const giveBack = (state: MovementState, more = {}): Moved[] => [{ kind: 'collect', cause: 'return', state, ...more }];
const swap = (state: MovementState): Moved[] => [{ kind: 'swap', cause: 'exchange', state }];
const open = ['ordered', 'box-sent', 'on-its-way', 'arrived'] as const;
const justNow = () => ({ movedAt: now() - day });

/** Everything that happens in a shop whose records are right, however late the staff enter them. */
const right = (): Seed[] => [
  { billed: 3, held: 3 },
  { billed: 0, held: 0 },
  ...open.flatMap((state) => [
    { billed: 3, held: 0, movements: ship(3, state) },
    { billed: 3, held: 2, movements: ship(2, state) },
    { billed: 3, held: 3, movements: ship(2, state) },
    { billed: 1, held: 3, movements: collect(2, state) },
    { billed: 1, held: 2, movements: collect(2, state) },
    { billed: 1, held: 1, movements: collect(2, state) },
    { billed: 0, held: 3, movements: collect(3, state, { cause: 'ended' }) },
    { billed: 3, held: 2, movements: swap(state) },
    { billed: 3, held: 4, movements: swap(state) },
    { billed: 3, held: 3, movements: giveBack(state) },
    { billed: 3, held: 2, movements: giveBack(state) },
    { billed: 3, held: 2, movements: giveBack(state, { lowers: 'waiting' }) },
    { billed: 2, held: 3, movements: giveBack(state, { lowers: 'done' }) },
    { billed: 3, held: 3, movements: [...ship(1, state), ...giveBack(state)] },
  ]),
  { billed: 3, held: 2, movements: giveBack('closed') },
  { billed: 2, held: 2, movements: giveBack('closed', { lowers: 'done' }) },
  { billed: 3, held: 2, movements: ship(1, 'closed', justNow()) },
  { billed: 2, held: 3, movements: collect(1, 'closed', justNow()) },
  { billed: 3, held: 3, movements: ship(1, 'withdrawn') },
];

/** What no movement explains. */
const wrong = (): Seed[] => [
  { billed: 3, held: 2 },
  { billed: 2, held: 3 },
  { billed: 3, held: 0 },
  { billed: 0, held: 1 },
  { billed: 6, held: 5 },
  { billed: 3, held: 2, movements: ship(1, 'closed') },
  { billed: 3, held: 2, movements: ship(1, 'withdrawn') },
  { billed: 3, held: 4, movements: ship(1, 'ordered') },
  { billed: 3, held: 1, movements: ship(1, 'on-its-way') },
  { billed: 2, held: 3, movements: collect(1, 'closed') },
  { billed: 2, held: 3, movements: collect(1, 'withdrawn') },
  { billed: 2, held: 1, movements: collect(1, 'ordered') },
  { billed: 2, held: 4, movements: collect(1, 'arrived') },
  { billed: 0, held: 2, movements: collect(2, 'closed', { cause: 'ended' }) },
  { billed: 3, held: 2, movements: giveBack('withdrawn') },
  { billed: 3, held: 1, movements: giveBack('closed') },
  { billed: 3, held: 4, movements: giveBack('ordered') },
  { billed: 2, held: 3, movements: giveBack('closed', { lowers: 'done' }) },
  { billed: 3, held: 2, movements: swap('closed') },
  { billed: 3, held: 5, movements: swap('box-sent') },
];

const compare = async () => {
  await recordSync(now(), []);
  const { news } = await runJob(checkShops);
  await runJob(deliverRequests);
  return news;
};
const told = (words: string): string[] =>
  services.sns
    .published()
    .filter(({ subject = '' }) => subject.startsWith(words))
    .map(({ message }) => /顧客ID: (\S+)/.exec(message)?.[1] ?? '');
const names = (kind: string, seeds: readonly unknown[]) => seeds.map((_, index) => `${kind}${index}`);

test('20 seeded differences are told once each, and none where movements explain the counts', async () => {
  await Promise.all(right().map((one, index) => seed(`right${index}`, one)));
  await Promise.all(wrong().map((one, index) => seed(`wrong${index}`, one)));
  for (const customerId of ['right0', 'right5', 'wrong0', 'wrong9']) await holdOthers(customerId);
  expect(wrong()).toHaveLength(20);
  expect(await compare()).toBe(20);
  expect(told('Device count differs').toSorted()).toEqual(names('wrong', wrong()).toSorted());
  services.clock.advance(3_600_000);
  expect(await compare()).toBe(0);
  expect(told('Device count')).toHaveLength(20);
});

test('the message has both counts with the age of each, and the open movements', async () => {
  await seed('cus_1', { billed: 3, held: 1, movements: ship(1, 'on-its-way') });
  services.clock.advance(3_600_000);
  await compare();
  expect(await services.items('DELIVERIES')).toEqual([]);
  const [message] = services.sns.published().map((one) => one.message);
  expect(message).toContain('お手元の台数: 1台（Kintone、');
  expect(message).toContain('ご請求の台数: 3台（Stripe、');
  expect(message).toContain('進行中の移動: R-cus_1-0');
});

walk('Job check-shops', 'a difference is told once, again when it changes, and is closed', async (section) => {
  section.says('once, and again only when the counts change or agree');
  await seed('cus_1', { billed: 3, held: 1 });
  await compare();
  await hold('cus_1', 1, 1);
  await compare();
  expect(told('Device count differs')).toEqual(['cus_1', 'cus_1']);
  await keepShop('cus_1', 2, 2);
  expect(await compare()).toBe(1);
  expect(told('Device count agrees again')).toEqual(['cus_1']);
  expect((await services.items('SHOP#')).map(({ sk }) => sk)).toEqual([]);
  expect(await compare()).toBe(0);
});

test('two runs at the same time, and SNS down: one message in the end', async () => {
  await seed('cus_1', { billed: 3, held: 1 });
  await recordSync(now(), []);
  services.inject((service) => (service === 'sns' ? 'down' : 'pass'));
  await Promise.all([runJob(checkShops), runJob(checkShops)]);
  await runJob(deliverRequests).catch(() => undefined);
  services.clearFaults();
  services.clock.advance(300_000);
  await runJob(deliverRequests);
  expect(told('Device count differs')).toEqual(['cus_1']);
});

walk('Job check-shops', 'the devices were not mirrored for a day: nothing is compared', async (section) => {
  section.says('It compares nothing while the devices were not mirrored for a day');
  await seed('cus_1', { billed: 3, held: 1 });
  expect(await runJob(checkShops)).toMatchObject({ checked: 1, news: 0 });
  await recordSync(now() - day - 1, []);
  expect(await runJob(checkShops)).toMatchObject({ checked: 1, news: 0 });
});

/** The first part of the table has no shop up to cus_1, and the time of the run ends with it. */
function endTimeAfterFirstPart(): void {
  let pages = 0;
  services.inject((service, operation) => {
    if (service !== 'dynamodb' || operation !== 'Scan' || (pages += 1) > reconciling.pagesInPart) return 'pass';
    if (pages === reconciling.pagesInPart) services.clock.advance(jobTimeout * 1000);
    const LastEvaluatedKey = { pk: { S: 'USER#user' }, sk: { S: 'SHOP#cus_1' } };
    return {
      status: 200,
      headers: { 'content-type': 'application/x-amz-json-1.0' },
      body: JSON.stringify({ Items: [], LastEvaluatedKey }),
    };
  });
}

test('the time is over after a part of the table: the run fails, and the next one goes on there', async () => {
  await seed('cus_1', { billed: 3, held: 1 });
  await seed('cus_2', { billed: 3, held: 1 });
  endTimeAfterFirstPart();
  await expect(runJob(checkShops)).rejects.toThrow('Not all shops could be checked in time');
  expect(await runJob(checkShops)).toMatchObject({ checked: 1, left: 0, finished: true });
  expect(await runJob(checkShops)).toMatchObject({ checked: 2, left: 0, finished: true });
});

test('the time is over within a part: other shops are left; the next run tells each difference once', async () => {
  const customers = Array.from({ length: 12 }, (_, index) => `cus_${index}`);
  for (const customerId of customers) await seed(customerId, { billed: 3, held: 1 });
  await recordSync(now(), []);
  let isOver = false;
  services.inject((_service, operation, request) => {
    if (!isOver && operation === 'GetItem' && String(request.body).includes('SNAPSHOT#')) {
      isOver = true;
      services.clock.advance(jobTimeout * 1000);
    }
    return 'pass';
  });
  await expect(runJob(checkShops)).rejects.toThrow('Not all shops could be checked in time');
  await compare();
  expect(told('Device count differs').toSorted()).toEqual(customers.toSorted());
});

describe('a trial', () => {
  const trials = async (left: number, more: object = {}) => {
    const { userId } = await signInOwner('owner@example.jp');
    await giveShop(userId, 'cus_1');
    const item = { subscription_item_id: 'si_1', quantity: 1, amount: 9_900, product: { tier: 'first' } };
    const trial = {
      id: 'sub_1',
      status: 'trialing',
      trial_end: now() + left * day,
      cancel_at_period_end: false,
      default_payment_method: null,
      items: [item],
      ...more,
    };
    const customer = { id: 'cus_1', name: '青山店', metadata: {}, shipping: null, address: null, phone: null };
    const record = { customer, subscriptions: [trial], payment_history: [], readAt: 0 };
    await putSnapshot(userId, { customerId: 'cus_1', readAtMs: 1, record: record as never });
    return runJob(checkShops);
  };

  test('it ends within seven days: its owner is told once, with the charge and the missing card', async () => {
    expect(await trials(6.5)).toMatchObject({ trials: 1 });
    expect(await runJob(checkShops)).toMatchObject({ trials: 0 });
    const [notice] = await listNotices(now());
    expect(notice).toMatchObject({ kind: 'trial-ending', to: 'owner@example.jp' });
    const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };
    const { subject, html } = noticeMail(notice as never, { origin: 'https://portal.example', contact });
    expect(subject).toBe('【レボナイザー】無料トライアルがまもなく終了します');
    for (const text of ['青山店', '9,900円（税込）', 'お支払い方法が登録されていません']) expect(html).toContain(text);
  });

  test.each([
    ['eight days are left', 8, {}],
    ['it ends with its trial', 3, { cancel_at_period_end: true }],
    ['it is over', 3, { status: 'active' }],
  ])('%s: nobody is told', async (_when, left, more) => {
    expect(await trials(left, more)).toMatchObject({ trials: 0 });
  });
});
