import type { Stripe } from 'stripe';
import { NotTried, same, type Fact } from '../fact';
import type { StripeSandbox } from './stripe-sandbox';

/** Stripe may list an event some seconds after its cause. */
const patience = 30;

/** Ids of the customers in the events of a time range, newest first, read in pages of two. */
async function listed(stripe: Stripe, created: Stripe.RangeQueryParam): Promise<string[]> {
  const events = await stripe.events
    .list({ created, types: ['customer.created', 'setup_intent.succeeded'], limit: 2 })
    .autoPagingToArray({ limit: 1000 });
  return events.map(({ data }) => (data.object as { id: string }).id);
}

/** Assumptions of the job that reads the events since its last run (decision 038). */
export const eventFacts: readonly Fact<StripeSandbox>[] = [
  {
    id: 'events-by-time',
    says: 'Events are listed newest first by a range of time with both ends, by several types, page after page.',
    page: 'https://docs.stripe.com/api/events/list',
    async check({ stripe, onClose }) {
      const made: Stripe.Customer[] = [];
      for (let index = 0; index < 3; index += 1) {
        const customer = await stripe.customers.create({ name: `Facts ${index}` });
        onClose(() => stripe.customers.del(customer.id));
        await stripe.customers.update(customer.id, { name: 'Facts' });
        made.push(customer);
      }
      const [oldest, newest] = [made[0]?.created ?? 0, made.at(-1)?.created ?? 0];
      const wanted = made.map(({ id }) => id).toReversed();
      for (let second = 0; second < patience; second += 1) {
        const found = (await listed(stripe, { gte: oldest, lte: newest })).filter((id) => wanted.includes(id));
        if (found.length === wanted.length) {
          same('the customers, newest first', wanted, found);
          same('events of an empty span', [], await listed(stripe, { gt: newest, lte: newest }));
          return;
        }
        await new Promise((resolve) => void setTimeout(resolve, 1000));
      }
      throw new NotTried(`The events were not listed within ${patience} s`);
    },
  },
];
