import type { Stripe } from 'stripe';
import { NotTried, same, type Fact, readUntil } from '../../platform/facts';
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

/** As many types as one list takes (docs.stripe.com/api/events/types). */
const twentyTypes = [
  'customer.created',
  'customer.updated',
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'credit_note.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.automatically_updated',
  'setup_intent.setup_failed',
  'setup_intent.succeeded',
] as const satisfies readonly Stripe.Event['type'][];

/** The list of events, and what one says (decisions/stripe). */
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
      const found = await readUntil(
        async () => (await listed(stripe, { gte: oldest, lte: newest })).filter((id) => wanted.includes(id)),
        ({ length }) => length === wanted.length,
        patience,
      );
      if (found.length < wanted.length) throw new NotTried(`The events were not listed within ${patience} s`);
      same('the customers, newest first', wanted, found);
      same('events of an empty span', [], await listed(stripe, { gt: newest, lte: newest }));
    },
  },
  {
    id: 'twenty-types-at-once',
    says: 'Events of 20 types are listed by one request, that of a card which its network renewed among them.',
    page: 'https://docs.stripe.com/api/events/list',
    async check({ stripe }) {
      const { data } = await stripe.events.list({ types: [...twentyTypes], limit: 100 });
      const others = data.map(({ type }) => type).filter((type) => !twentyTypes.some((one) => one === type));
      same('events of other types', [], others);
    },
  },
  {
    id: 'detached-names-former-customer',
    says: 'The event of a detached card has no customer, and names the former one among its previous attributes.',
    page: 'https://docs.stripe.com/api/events/types#event_types-payment_method.detached',
    async check(sandbox) {
      const { stripe } = sandbox;
      const shop = await sandbox.startShop();
      await stripe.paymentMethods.detach(shop.card ?? '');
      const { data } = await stripe.events.list({ type: 'payment_method.detached', limit: 20 });
      const event = data.find((one) => (one.data.object as { id?: string }).id === shop.card);
      if (!event) throw new NotTried('Stripe has not listed the event yet');
      const before = event.data.previous_attributes as { customer?: string } | undefined;
      same('the customer', null, (event.data.object as { customer?: string | null }).customer);
      same('the former customer', shop.customer, before?.customer);
    },
  },
];
