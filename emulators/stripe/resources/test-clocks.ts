import type Stripe from 'stripe';
import { deleteCustomer } from '../rules/delete-customer';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import type { WireTestClock } from '../wire/objects';
import { integer, paramsOf, required, text, unsupported } from '../wire/params';
import { route, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { day, nextBillingDate } from '../time/periods';

const createParams = paramsOf<Stripe.TestHelpers.TestClockCreateParams>()({
  customer: unsupported,
  frozen_time: required(integer()),
  name: text(300),
});
const advanceParams = paramsOf<Stripe.TestHelpers.TestClockAdvanceParams>()({ frozen_time: required(integer()) });

/** docs.stripe.com/billing/testing/test-clocks: a clock deletes itself after 30 days. */
const kept = 30 * day;

function clockOf(account: Account, path: Record<string, string>): WireTestClock {
  return account.need('testClocks', path['clock'] ?? '');
}

function isOnClock(account: Account, subscription: string, clock: string): boolean {
  const customer = account.get('customers', account.own('subscriptions', subscription).customer);
  return customer !== undefined && !('deleted' in customer) && customer.test_clock === clock;
}

/**
 * Test clocks. Stripe moves only the customers of a clock; here the one clock moves the whole account, if the
 * emulator's options name a clock that may be moved, and the account's time stands still while there is one. A second
 * clock, or one that does not start within a minute of now, is refused.
 */
export const testClockRoutes: Route[] = [
  route('POST /v1/test_helpers/test_clocks', createParams, ({ account }, { frozen_time: time, name }) => {
    if (!account.moveClock) throw errors.unsupported('test clocks without the option testClock');
    if (account.store.all('testClocks').length > 0) throw errors.unsupported('a second test clock');
    if (Math.abs(time - account.now) > 60)
      throw errors.unsupported('a test clock that starts at another time than now');
    return account.put('testClocks', {
      id: newId('clock'),
      object: 'test_helpers.test_clock',
      created: account.now,
      deletes_after: account.now + kept,
      frozen_time: time,
      livemode: false,
      name: name ?? null,
      status: 'ready',
      status_details: {},
    });
  }),
  route('GET /v1/test_helpers/test_clocks/{clock}', {}, ({ account, path }) => clockOf(account, path)),
  route(
    'POST /v1/test_helpers/test_clocks/{clock}/advance',
    advanceParams,
    ({ account, path }, { frozen_time: time }) => {
      const clock = clockOf(account, path);
      if (time <= clock.frozen_time)
        throw errors.invalid('You can only advance a test clock forward in time.', { param: 'frozen_time' });
      const periods = account.store
        .all('subscriptionItems')
        .filter((item) => isOnClock(account, item.subscription, clock.id))
        .map(({ current_period_start: start, price }) =>
          price.recurring ? nextBillingDate(start, price.recurring, start) - start : 366 * day,
        );
      const longest = periods.length === 0 ? 2 * 366 * day : 2 * Math.min(...periods);
      if (time - clock.frozen_time > longest)
        throw errors.invalid(
          'You cannot advance a test clock by more than two intervals of its shortest subscription at once.',
          { param: 'frozen_time' },
        );
      account.moveClock?.((time - account.now) * 1000);
      return account.put('testClocks', { ...clock, frozen_time: time });
    },
  ),
  // Also removes its customers (docs.stripe.com/billing/testing/test-clocks/api-advanced-usage).
  route('DELETE /v1/test_helpers/test_clocks/{clock}', {}, ({ account, path }) => {
    const clock = clockOf(account, path);
    for (const one of account.store.all('customers'))
      if (!('deleted' in one && one.deleted) && one.test_clock === clock.id) deleteCustomer(account, one.id);
    account.store.drop('testClocks', clock.id);
    return { id: clock.id, object: clock.object, deleted: true };
  }),
];
