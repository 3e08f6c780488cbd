import { jobTimeout } from '#shared/constants';
import type { MovementState } from '#shared/model/movement';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { movementWrite, readShopMovements, type MovementItem } from './movements-table';
import type { SnapshotItem } from '#functions/platform/users-table';
import { listNotices } from '#functions/testing/notices';
import { dailyDigest } from '#functions/jobs';
import { aMovement } from '#functions/testing/a-movement';
import { startRequestServices } from '#functions/testing/request-services';
import { walk } from '#functions/testing/runbook';
import { runJob } from '#functions/testing/run-job';
import { giveShop } from '#functions/testing/shops';
import { signInOwner } from '#functions/testing/sign-in-owner';
import { noticeMail } from '#functions/mails/notices';
import { testServices } from '#functions/testing/test-services';
import { differenceOf } from './daily-digest';
import { recordSync } from '#functions/devices/devices-table';
import { putSnapshot } from '#functions/shops/shops-table';

const services = testServices(startRequestServices);
const day = 86_400;
const now = (): number => services.clock.now() / 1000;

type Moved = Partial<MovementItem> & Pick<MovementItem, 'kind' | 'cause' | 'state'>;
interface Seed {
  billed: number;
  held: number;
  movements?: Moved[];
}

const keepShop = (customerId: string, billed: number) =>
  putSnapshot('user', {
    customerId,
    readAtMs: services.clock.now(),
    booked: {},
    version: 1,
    linked: [],
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
  });

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
  await keepShop(customerId, billed);
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

/** Everything that happens in a shop whose records are right, however late the staff enter them. */
const right: Seed[] = [
  { billed: 3, held: 3 },
  { billed: 0, held: 0 },
  ...open.flatMap((state) => [
    { billed: 3, held: 0, movements: ship(3, state) },
    { billed: 3, held: 2, movements: ship(2, state) },
    { billed: 3, held: 3, movements: ship(2, state) },
    { billed: 1, held: 3, movements: collect(2, state) },
    { billed: 1, held: 2, movements: collect(2, state) },
    { billed: 1, held: 1, movements: collect(2, state) },
    { billed: 1, held: 3, movements: collect(2, state, { serialNumbers: ['0', '1'] }) },
    { billed: 0, held: 3, movements: collect(3, state, { cause: 'ended' }) },
    { billed: 3, held: 2, movements: swap(state) },
    { billed: 3, held: 4, movements: swap(state) },
    { billed: 3, held: 3, movements: giveBack(state, { serialNumbers: ['0'] }) },
    { billed: 2, held: 3, movements: giveBack(state, { lowers: 'done', serialNumbers: ['0'] }) },
    { billed: 3, held: 3, movements: [...ship(1, state), ...giveBack(state)] },
  ]),
  { billed: 2, held: 2, movements: giveBack('closed', { lowers: 'done' }) },
  { billed: 3, held: 2, movements: ship(1, 'closed', { movedAt: day }) },
  { billed: 2, held: 3, movements: collect(1, 'closed', { movedAt: day }) },
  { billed: 3, held: 3, movements: ship(1, 'withdrawn') },
];

/** What no movement explains, and the difference. */
const wrong: [number, Seed][] = [
  [-1, { billed: 3, held: 2 }],
  [1, { billed: 2, held: 3 }],
  [-3, { billed: 3, held: 0 }],
  [1, { billed: 0, held: 1 }],
  [-1, { billed: 3, held: 2, movements: ship(1, 'closed') }],
  [-1, { billed: 3, held: 2, movements: ship(1, 'withdrawn') }],
  [1, { billed: 3, held: 4, movements: ship(1, 'ordered') }],
  [-1, { billed: 3, held: 1, movements: ship(1, 'on-its-way') }],
  [1, { billed: 2, held: 3, movements: collect(1, 'closed') }],
  [1, { billed: 2, held: 3, movements: collect(1, 'withdrawn') }],
  [-1, { billed: 2, held: 1, movements: collect(1, 'ordered') }],
  [1, { billed: 2, held: 4, movements: collect(1, 'arrived') }],
  [2, { billed: 0, held: 2, movements: collect(2, 'closed', { cause: 'ended' }) }],
  // Its owner goes on paying for a device that came back.
  [-1, { billed: 3, held: 2, movements: giveBack('closed') }],
  [-1, { billed: 3, held: 2, movements: giveBack('arrived') }],
  // What a movement names explains nothing once it is not held.
  [1, { billed: 1, held: 3, movements: collect(2, 'box-sent', { serialNumbers: ['0', 'gone'] }) }],
  [1, { billed: 3, held: 4, movements: giveBack('ordered') }],
  [1, { billed: 2, held: 3, movements: giveBack('closed', { lowers: 'done' }) }],
  [-1, { billed: 3, held: 2, movements: swap('closed') }],
  [1, { billed: 3, held: 5, movements: swap('box-sent') }],
];

describe('devices held and billed', () => {
  const differs = ({ billed, held, movements = [] }: Seed): number => {
    const serials = Array.from({ length: held }, (_, index) => String(index));
    const known = movements.map((moved) => aMovement(0, { count: 1, ...moved }));
    return differenceOf(serials, billed, known, 2 * day);
  };

  test('an open movement that has stood still for 60 days explains nothing any more', () => {
    const at = (moved: Moved[], billed: number, now: number): number =>
      differenceOf(
        ['0', '1'],
        billed,
        moved.map((one) => aMovement(0, { count: 1, ...one })),
        now,
      );
    const cases: [Moved[], number][] = [
      [collect(1, 'ordered', { serialNumbers: ['0'] }), 1],
      [giveBack('box-sent', { serialNumbers: ['0'], lowers: 'done' }), 1],
      [ship(1, 'on-its-way'), 3],
      [swap('arrived'), 3],
    ];
    for (const [moved, billed] of cases)
      expect([at(moved, billed, 59 * day), at(moved, billed, 61 * day)]).toEqual([0, 2 - billed]);
  });

  test.each(right)('open movements explain them: %j', (one) => expect(differs(one)).toBe(0));
  test.each(wrong)('nothing explains a difference of %i: %j', (difference, one) =>
    expect(differs(one)).toBe(difference),
  );
});

const run = async (mirroredAt = now()) => {
  await recordSync(mirroredAt, []);
  return runJob(dailyDigest);
};
const messages = (): string[] => services.sns.published().map(({ message }) => message);

walk('Job daily-digest', 'one message a day says all, and none is sent if there is nothing', async (section) => {
  section.says('one message');
  await seed('cus_1', { billed: 3, held: 3 });
  await holdOthers('cus_1');
  expect(await run()).toMatchObject({ checked: 1, told: 0 });
  expect(messages()).toEqual([]);
  await seed('cus_2', { billed: 3, held: 1, movements: ship(1, 'on-its-way') });
  await seed('cus_3', { billed: 1, held: 2 });
  expect(await run()).toMatchObject({ checked: 3, told: 2 });
  expect(messages()).toHaveLength(1);
  expect(messages()[0]?.split('\n').slice(2)).toEqual([
    '■ お手元にあり、ご請求のないデバイス（1件）',
    expect.stringMatching(/^・cus_3（.*お手元 2台、ご請求 1台、進行中の移動 なし$/),
    '',
    '■ ご請求があり、お手元にないデバイス（1件）',
    expect.stringMatching(/^・cus_2（.*お手元 1台、ご請求 3台、進行中の移動 R-cus_2-0 台数の追加$/),
  ]);
});

test('a movement stayed open although its device is back: it is closed on the way', async () => {
  const serialNumbers = ['cus_1-92'];
  await seed('cus_1', { billed: 2, held: 2, movements: giveBack('on-its-way', { lowers: 'done', serialNumbers }) });
  await services.putDevice('cus_1-92', { subscriptionId: 'sub_cus_1', status: '返却' });
  expect(await run()).toMatchObject({ told: 0 });
  expect(await readShopMovements('cus_1')).toMatchObject([{ state: 'closed' }]);
});

test('records that could not be taken over are named', async () => {
  await recordSync(now(), ['devices/12']);
  expect(await runJob(dailyDigest)).toMatchObject({ told: 1 });
  expect(messages()[0]).toContain('・デバイス管理 レコード番号 12');
});

walk('Job daily-digest', 'the devices were not mirrored for a day: nothing is compared', async (section) => {
  section.says('It compares nothing while the devices were not mirrored for a day');
  await seed('cus_1', { billed: 3, held: 1 });
  expect(await runJob(dailyDigest)).toMatchObject({ checked: 1, told: 0 });
  expect(await run(now() - day - 1)).toMatchObject({ checked: 1, told: 0 });
});

test('the time is over before the last shop: what was found is told, and the run fails', async () => {
  const customers = Array.from({ length: 12 }, (_, index) => `cus_${index}`);
  for (const customerId of customers) await seed(customerId, { billed: 3, held: 1 });
  let isOver = false;
  services.inject((_service, operation, request) => {
    if (!isOver && operation === 'GetItem' && String(request.body).includes('SNAPSHOT#')) {
      isOver = true;
      services.clock.advance(jobTimeout * 1000 - 15_000);
    }
    return 'pass';
  });
  await expect(run()).rejects.toThrow('Not all shops could be looked at in time');
  expect(messages()).toHaveLength(1);
});

test('SNS is down: the run fails, and the next one tells it', async () => {
  await seed('cus_1', { billed: 3, held: 1 });
  services.inject((service) => (service === 'sns' ? 'down' : 'pass'));
  await expect(run()).rejects.toThrow();
  services.clearFaults();
  expect(await run()).toMatchObject({ told: 1 });
  expect(messages()).toHaveLength(1);
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
    const none = { booked: {}, version: 0, linked: [] };
    await putSnapshot(userId, { customerId: 'cus_1', readAtMs: 1, record: record as never, ...none });
    return runJob(dailyDigest);
  };

  test('it ends within seven days: its owner is told once, with the charge and the missing card', async () => {
    expect(await trials(6.5)).toMatchObject({ notices: 1 });
    expect(await runJob(dailyDigest)).toMatchObject({ notices: 0 });
    const [notice] = await listNotices(now());
    expect(notice).toMatchObject({ kind: 'trial-ending', to: 'owner@example.jp' });
    const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };
    const { subject, html } = noticeMail(notice as never, { origin: 'https://portal.example', contact });
    expect(subject).toBe('【レボナイザー】無料トライアルがまもなく終了します');
    expect(messages()[0]).toMatch(/支払い方法が未登録のまま終わるトライアル（1件）\n・青山店（.*に終了$/);
    for (const text of ['青山店', '9,900円（税込）', 'お支払い方法が登録されていません']) expect(html).toContain(text);
  });

  test.each([
    ['eight days are left', 8, {}],
    ['it ends with its trial', 3, { cancel_at_period_end: true }],
    ['it is over', 3, { status: 'active' }],
  ])('%s: nobody is told', async (_when, left, more) => {
    expect(await trials(left, more)).toMatchObject({ notices: 0 });
  });
});
