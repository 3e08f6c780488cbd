import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { readShopMovements } from '#functions/movements/movements-table';
import { logger } from '#functions/platform/logger';
import { listNotices } from '#functions/testing/notices';
import { cutAt } from '#functions/testing/cut-off';
import { deliverEvents, skipEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { runJob } from '#functions/testing/run-job';
import { shipDevices } from '#functions/testing/shipped-devices';
import { createSubscribedShop, setCard, startOfYear, type SubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { dunningWorkers } from './dunning';
import { keepSent, readDunning } from '#functions/billing/dunning-table';
import { runTasks } from '#functions/platform/worker';
import { doTasks } from '#functions/testing/task-queue';
import { endOverdueSubscriptions as endOverdue } from '#functions/jobs';

/** What works on money is killed before any of its writes; the next runs end in the state of an undisturbed one. */

const services = testServices(startPaymentServices);
const minute = 60_000;
const day = 24 * 60 * minute;
let owner: ShopOwner;
let shop: SubscribedShop;

beforeEach(() => {
  for (const level of ['warn', 'error'] as const) jest.spyOn(logger, level).mockImplementation(() => undefined);
});

const advance = async (milliseconds: number): Promise<void> => {
  services.clock.advance(milliseconds);
  await services.emulator.tick();
};

/** A renewal was declined, and Stripe's events told of it. */
async function payNothing(): Promise<void> {
  await shipDevices(shop, 3);
  await setCard(services, shop.customerId, 'pm_card_chargeCustomerFail');
  await advance(32 * day);
  await deliverEvents(services);
}

/** What is late, promised and told of the shop, in the portal and at Stripe. */
async function stateOf() {
  const { items, status, cancel_at: endsAt } = await services.stripe.subscriptions.retrieve(shop.subscriptionId);
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const { Items: users = [] } = await documents.send(new ScanCommand({ TableName: 'users' }));
  const movements = await readShopMovements(shop.customerId);
  const { snapshots } = await services.userItems(owner);
  return {
    status,
    endsAt: endsAt === null ? null : items.data[0]?.current_period_end === endsAt,
    quantities: items.data.map(({ quantity }) => quantity),
    shown: snapshots[0]?.record.subscriptions.map((one) => [one.status, one.items.map(({ quantity }) => quantity)]),
    notices: (await listNotices()).map(({ kind }) => kind).toSorted(),
    dunning: users.filter(({ pk }) => pk === 'DUNNING').length,
    movements: movements
      .map(({ kind, cause, state, lowers, serialNumbers }) => [kind, cause, state, lowers, ...serialNumbers].join(' '))
      .toSorted(),
  };
}

async function runDay(): Promise<void> {
  await runJob(endOverdue);
  await doTasks({ handler: runTasks(dunningWorkers) });
}

interface Killed {
  prepare: () => Promise<void>;
  run: () => Promise<unknown>;
}

const works: Record<string, Killed> = {
  'end-overdue-subscriptions': {
    prepare: async () => {
      await payNothing();
      await runDay();
      await advance(23 * day);
      await runDay();
      const known = await readDunning(shop.subscriptionId);
      expect(known?.step).toBe('ends-soon');
      await keepSent(shop.subscriptionId, known?.endsAt ?? 0, services.clock.now() / 1000);
    },
    run: runDay,
  },
};

describe.each(Object.entries(works))('%s', (_name, { prepare, run }) => {
  async function begin(): Promise<void> {
    await services.startAfresh();
    startOfYear(services);
    owner = await services.createOwner();
    shop = await createSubscribedShop(services, owner, { total: 3 });
    await skipEvents(services);
    await prepare();
  }
  /** What the schedule and Stripe's events do then. */
  async function settle(): Promise<Awaited<ReturnType<typeof stateOf>>> {
    for (let runs = 0; runs < 2; runs += 1) {
      await advance(11 * minute);
      await run().catch(() => undefined);
    }
    await deliverEvents(services);
    return stateOf();
  }

  test('killed before any of its writes, and run again: the same state', async () => {
    await begin();
    await run();
    const undisturbed = await settle();
    expect(undisturbed).toMatchObject({ status: 'past_due', endsAt: true, dunning: 1 });
    for (let writes = 0; ; writes += 1) {
      await begin();
      const wasCut = cutAt(services, writes, 'down');
      await run().catch(() => undefined);
      services.clearFaults();
      if (!wasCut()) break;
      expect({ writes, ...(await settle()) }).toEqual({ writes, ...undisturbed });
    }
  });
});
