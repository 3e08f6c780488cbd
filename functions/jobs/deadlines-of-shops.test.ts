import { keepPass } from '../adapters/users-table/reconcile-pass';
import type { JobHandler } from '../define-job';
import { startPaymentServices, type ShopOwner } from '../testing/payment-services';
import { runJob } from '../testing/run-job';
import { createPlainShop } from '../testing/save-card';
import { testServices } from '../testing/test-services';
import { handler as continueReconciling } from './continue-reconciling';

/** The time of a run is over in its middle: it begins nothing more, and the next run does the rest, each piece once. */
const services = testServices(startPaymentServices);
let owner: ShopOwner;

beforeEach(async () => {
  owner = await services.createOwner();
});

/** Eight shops whose changes in Stripe no event told. */
async function changeShops(): Promise<void> {
  for (let shop = 0; shop < 8; shop += 1) {
    const id = await createPlainShop(services, owner);
    await services.stripe.customers.update(id, { name: '新しい名前' });
  }
  services.clock.advance(60_000);
}

interface Case {
  name: string;
  job: JobHandler<object>;
  prepare: () => Promise<void>;
  /** The job's reserve, in seconds: its time is over that long before the function's. */
  reserve: number;
  /** The time is over with the first of these operations. */
  at: string;
  first: object;
  next: object;
  /** Both runs together do this so often. */
  done: [operation: string, times: number];
}

const readShop = 'stripe GET /v1/customers/{customer}';
const cases: Case[] = [
  {
    name: 'continue-reconciling',
    job: continueReconciling,
    prepare: () => changeShops().then(() => keepPass({ since: services.clock.now(), failed: [] })),
    reserve: 20,
    at: readShop,
    first: { read: 5, failed: 0, left: 3 },
    next: { read: 3, failed: 0, left: 0 },
    done: [readShop, 8],
  },
];

test.each(cases)(
  '$name: the time is over in the middle: the next run does the rest, and nothing twice',
  async ({ job, prepare, reserve, at, first, next, done: [operation, times] }) => {
    await prepare();
    let isOver = false;
    services.inject((service, asked) => {
      if (!isOver && `${service} ${asked}` === at) {
        isOver = true;
        services.clock.advance(2_000);
      }
      return 'pass';
    });
    services.operations.length = 0;
    expect(await job({}, { getRemainingTimeInMillis: () => (reserve + 1) * 1000 })).toMatchObject(first);
    services.clock.advance(60_000);
    expect(await runJob(job)).toMatchObject(next);
    expect(services.operations.filter((one) => one === operation)).toHaveLength(times);
  },
);
