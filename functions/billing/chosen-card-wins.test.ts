import type { Charge } from '#shared/model/pricing';
import { changeQuantities } from '#functions/quantities/calls';
import { deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices } from '#functions/testing/payment-services';
import { authenticate, saveCard } from '#functions/testing/save-card';
import { createSubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { numbers, randomCases } from '../../local/testing/random';
import { paySubscription, setDefaultPaymentMethod } from './calls';

const services = testServices(startPaymentServices);
const day = 86_400_000;
/** Asks for 3-D Secure at each payment, and one that never does (docs.stripe.com/testing). */
const cards = ['4000002760003184', '4242424242424242'];
const steps = ['choose', 'choose', 'save', 'raise', 'renew', 'pay', 'confirm', 'confirm', 'events'] as const;

const picker =
  (random: () => number) =>
  <T>(from: readonly T[]): T =>
    from[Math.floor(random() * from.length)] as T;

/**
 * What an owner, the bank and Stripe do one after the other; `pick` says which card is next. Returns
 * the steps after which the shop or its subscription had another card than the one chosen last.
 */
async function live(taken: readonly (typeof steps)[number][], pick: ReturnType<typeof picker>): Promise<unknown[]> {
  const owner = await services.createOwner();
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
  await services.stripe.subscriptions.update(subscriptionId, {
    payment_settings: { save_default_payment_method: 'on_subscription' },
  });
  const params = { id: subscriptionId };
  const waiting: string[] = [];
  const wrong: unknown[] = [];
  let [total, chosen] = [1, ''];
  const keep = ({ status, body }: { status: number; body: Record<string, unknown> }): void => {
    const charge = body['charge'] as Charge | undefined;
    if (status === 200 && charge?.status === 'requires_action') waiting.push(charge.clientSecret);
  };
  const post = (call: typeof paySubscription, body: unknown) =>
    owner.browser.send(call, { method: 'POST', path: '/api', params, body });
  const choose = async (number: string): Promise<void> => {
    const card = await saveCard(services, owner, { customerId }, number);
    services.clock.advance(1_000);
    const { status } = await owner.browser.post(setDefaultPaymentMethod, { paymentMethodId: card, customerId });
    if (status === 200) chosen = card;
  };
  const carryOut: Record<(typeof steps)[number], () => Promise<unknown>> = {
    choose: () => choose(pick(cards)),
    // A card that was saved and never chosen pays only because it is newer; then an owner chooses.
    save: async () => {
      await saveCard(services, owner, { customerId }, pick(cards));
      await choose(pick(cards));
    },
    raise: async () => keep(await post(changeQuantities, { quantities: {}, total: (total += 1) })),
    renew: async () => {
      services.clock.advance(31 * day + 7_200_000);
      await services.emulator.tick();
    },
    pay: async () => keep(await post(paySubscription, {})),
    confirm: async () => {
      const secret = waiting.shift();
      if (secret !== undefined) await authenticate(services, secret, 'complete').catch(() => undefined);
    },
    events: () => deliverEvents(services),
  };
  await choose(cards[0] as string);
  for (const step of [...taken, 'confirm', 'confirm', 'events'] as const) {
    await carryOut[step]();
    services.clock.advance(1_000);
    const customer = await services.stripe.customers.retrieve(customerId);
    const subscription = await services.stripe.subscriptions.retrieve(subscriptionId);
    const shops = 'invoice_settings' in customer ? customer.invoice_settings.default_payment_method : null;
    if (shops !== chosen || subscription.default_payment_method !== chosen) wrong.push(step);
  }
  return wrong;
}

test.each(Array.from({ length: randomCases(12) }, (_, index) => index + 1))(
  'calls, events and payments in any order, history %i: the card that the owner chose last pays',
  async (seed) => {
    const pick = picker(numbers(seed));
    const taken = Array.from({ length: 8 }, () => pick(steps));
    expect([taken, await live(taken, pick)]).toEqual([taken, []]);
  },
);

test.each([
  ['a renewal', ['renew', 'pay', 'choose', 'confirm']],
  ['an increase', ['raise', 'choose', 'confirm']],
] as const)(
  'a payment of the older card for %s is confirmed after another card was chosen: the other card stays',
  async (_what, taken) => {
    expect(await live(taken, (from) => from.at(-1) as never)).toEqual([]);
  },
);
