import { taskTimeout } from '#shared/constants';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { movementWrite, readShopMovements, type MovementItem } from './movements-table';
import type { SnapshotItem } from '#functions/platform/users-table';
import { listNotices } from '#functions/testing/notices';
import { dailyDigest } from '#functions/jobs';
import { aMovement } from '#functions/testing/a-movement';
import { startRequestServices } from '#functions/testing/request-services';
import { walk } from '#functions/testing/runbook';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { logger } from '#functions/platform/logger';
import { runJob } from '#functions/testing/run-job';
import { giveShop } from '#functions/testing/shops';
import { signInOwner } from '#functions/testing/sign-in-owner';
import { noticeMail } from '#functions/mails/notices';
import { testServices } from '#functions/testing/test-services';
import { recordSync } from '#functions/devices/devices-table';
import { keepReconciled, putSnapshot } from '#functions/shops/shops-table';

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
  await keepReconciled('user', customerId, services.clock.now());
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

/** Does the day's digest, with what follows from it. Resolves to what its parts looked at, added up. */
const digest = async (): Promise<Record<'checked' | 'failed' | 'left' | 'told' | 'notices', number>> => {
  const all = { checked: 0, failed: 0, left: 0, told: 0, notices: 0 };
  const info = jest.spyOn(logger, 'info').mockImplementation((message, ...more) => {
    const outcome = message === 'a part of the digest' ? (more[0] as unknown as typeof all) : undefined;
    for (const name of Object.keys(all) as (keyof typeof all)[]) all[name] += outcome?.[name] ?? 0;
  });
  await runJob(dailyDigest);
  await doTasks({ sweep: false });
  info.mockRestore();
  return all;
};
const run = async (mirroredAt = now()) => {
  await recordSync(mirroredAt, []);
  return digest();
};
const messages = (): string[] => services.sns.published().map(({ message }) => message);

walk('Job daily-digest', 'one message a day says all, and none is sent if there is nothing', async (section) => {
  section.says('one message');
  await seed('cus_1', { billed: 3, held: 3 });
  await holdOthers('cus_1');
  expect(await run()).toMatchObject({ checked: 1, told: 0 });
  expect(messages()).toEqual([]);
  await seed('cus_2', {
    billed: 3,
    held: 1,
    movements: [{ kind: 'ship', cause: 'raised', count: 1, state: 'on-its-way' }],
  });
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
  await seed('cus_1', {
    billed: 2,
    held: 2,
    movements: [{ kind: 'collect', cause: 'return', state: 'on-its-way', lowers: 'done', serialNumbers }],
  });
  await services.putDevice('cus_1-92', { subscriptionId: 'sub_cus_1', status: '返却' });
  expect(await run()).toMatchObject({ told: 0 });
  expect(await readShopMovements('cus_1')).toMatchObject([{ state: 'closed' }]);
});

test('records that could not be taken over are named', async () => {
  await recordSync(now(), ['devices/12']);
  expect(await digest()).toMatchObject({ told: 1 });
  expect(messages()[0]).toContain('・デバイス管理 レコード番号 12');
});

walk('Job daily-digest', 'the devices were not mirrored for a day: nothing is compared', async (section) => {
  section.says('It compares nothing while the devices were not mirrored for a day');
  await seed('cus_1', { billed: 3, held: 1 });
  expect(await digest()).toMatchObject({ checked: 1, told: 0 });
  expect(await run(now() - day - 1)).toMatchObject({ checked: 1, told: 0 });
});

/** The snapshots of some shops cannot be read; with `slow`, the first part's time is over when it begins. */
function disturb(failing: readonly string[], slow = false): void {
  let isOver = !slow;
  services.inject((_service, operation, { body }) => {
    const [, customerId] = operation === 'GetItem' ? (/SNAPSHOT#(\w+)/.exec(String(body)) ?? []) : [];
    if (customerId === undefined) return 'pass';
    if (!isOver) services.clock.advance(taskTimeout * 1000 - 10_000);
    isOver = true;
    return failing.includes(customerId) ? 'down' : 'pass';
  });
}
const customers = Array.from({ length: 7 }, (_, index) => `cus_${index}`);
const told = (): string[] => messages().flatMap((message) => message.match(/cus_\d+(?=（)/g) ?? []);

test('the time is over before the last shop: what was found is told, the rest later, nothing twice', async () => {
  for (const customerId of customers) await seed(customerId, { billed: 3, held: 1 });
  // Also if the job is started again.
  for (let started = 0; started < 2; started += 1) {
    disturb([], true);
    expect(await run()).toMatchObject({ checked: 7, left: 2, told: 7 });
    expect([messages().length, told().toSorted()]).toEqual([2, customers.toSorted()]);
  }
});

test('the only shops of the last part cannot be read: the rest is told, and the digest ends', async () => {
  for (const customerId of customers) await seed(customerId, { billed: 3, held: 1 });
  disturb(['cus_5', 'cus_6'], true);
  await recordSync(now(), ['devices/12']);
  expect(await digest()).toMatchObject({ checked: 5, failed: 2, told: 6 });
  expect(messages().at(-1)).toContain('・デバイス管理 レコード番号 12');
  expect([told().length, await waitingTasks('daily-digest')]).toEqual([5, []]);
});

test('no shop can be read: the rest is told once, and the shops when they can be', async () => {
  await seed('cus_1', { billed: 3, held: 1 });
  disturb(['cus_1']);
  await recordSync(now(), ['devices/12']);
  await digest();
  const later = async (): Promise<void> => {
    services.clock.advance(3_600_000);
    await doTasks();
  };
  await later();
  expect(messages()).toEqual([expect.stringContaining('・デバイス管理 レコード番号 12')]);
  services.clearFaults();
  await later();
  await later();
  expect([messages().length, told()]).toEqual([2, ['cus_1']]);
});

test.each(['lost', 'killed'] as const)(
  'a part is cut off once its message is kept (%s): no message twice',
  async (how) => {
    await seed('cus_1', { billed: 3, held: 1 });
    let isCut = false;
    services.inject((service, operation, request) => {
      if (operation === 'TransactWriteItems' && String(request.body).includes('Daily digest')) {
        isCut = true;
        return 'lost';
      }
      return isCut && how === 'killed' && service === 'dynamodb' ? 'down' : 'pass';
    });
    await run();
    services.clearFaults();
    for (let hours = 0; hours < 3; hours += 1) {
      services.clock.advance(3_600_000);
      await doTasks();
    }
    expect(isCut).toBe(true);
    expect(messages()).toHaveLength(1);
  },
);

test('the job is started again the same day: what was told is not told again, what is new is', async () => {
  await seed('cus_1', { billed: 3, held: 1 });
  await run();
  await run();
  expect(messages()).toHaveLength(1);
  await seed('cus_2', { billed: 3, held: 1 });
  await run();
  expect(messages()).toHaveLength(2);
});

test('SNS is down: the message comes later, once', async () => {
  await seed('cus_1', { billed: 3, held: 1 });
  services.inject((service) => (service === 'sns' ? 'down' : 'pass'));
  expect(await run()).toMatchObject({ told: 1 });
  services.clearFaults();
  expect(messages()).toEqual([]);
  services.clock.advance(3_600_000);
  await doTasks();
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
    const readAtMs = services.clock.now();
    await putSnapshot(userId, { customerId: 'cus_1', readAtMs, record: record as never, ...none });
    return digest();
  };

  test('it ends within seven days: its owner is told once, with the charge and the missing card', async () => {
    expect(await trials(6.5)).toMatchObject({ notices: 1 });
    expect(await digest()).toMatchObject({ notices: 0 });
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
