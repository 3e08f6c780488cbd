import type Stripe from 'stripe';
import { findTaxRate, taxRates } from '#shared/catalogue';
import { metadataKeys } from '#shared/model/customer';
import { type Tier, trialDays } from '#shared/model/pricing';
import { deviceRecord } from '../kintone/device-record';
import type { Staff } from '../kintone/staff';
import { rentedItems } from './open-shop';

/** What is special about a shop of the running business, and to be known before it moves. */
const cases = [
  'coupon',
  'address of a user',
  'old price',
  'paused',
  'past due',
  'trial',
  'no tax rate',
  'no device',
  'a device too many',
  'a device too few',
  'by invoice',
  'schedule',
] as const;
/** What keeps a customer from moving. */
const obstacles = ['no email', 'unknown price', 'dollars'] as const;
type Case = (typeof cases)[number] | (typeof obstacles)[number];

/** How people write the same address: the portal takes all for one. */
const spellings: readonly ((address: string) => string)[] = [
  (address) => address,
  (address) => address.replace('salon', 'Salon').replace('example', 'Example'),
  (address) => address.replaceAll(/[a-z0-9]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)),
];

/** The address of an owner; some have dots or a plus, which make another mailbox, and one takes no mail. */
function addressOf(owner: number): string {
  if (owner === 1) return 'salon1@closed.invalid';
  const separator = ['', '.', '+'][owner % 3] ?? '';
  return `salon${separator}${owner}@business.example.jp`;
}

interface Making {
  stripe: Stripe;
  staff: Pick<Staff, 'add'>;
  /** The address of a user whom the portal has. */
  userEmail: string;
}

/** A price of the business's own, without a tier. */
async function makePrice(stripe: Stripe, name: string, currency: string, unit_amount: number): Promise<Stripe.Price> {
  const { id: product } = await stripe.products.create({ name });
  const recurring = { interval: 'month' } as const;
  return stripe.prices.create({ product, currency, unit_amount, recurring, tax_behavior: 'inclusive' });
}

async function pricesOf(stripe: Stripe) {
  return {
    today: await rentedItems(stripe),
    old: await makePrice(stripe, 'レボナイザー（旧料金）', 'jpy', 8_800),
    unknown: await makePrice(stripe, '特別契約', 'jpy', 12_000),
    dollars: await makePrice(stripe, 'Revonizer', 'usd', 9_000),
    rate: (await findTaxRate(stripe, taxRates.consumption))?.id,
    coupon: (await stripe.coupons.create({ percent_off: 10, duration: 'forever' })).id,
  };
}

type Prices = Awaited<ReturnType<typeof pricesOf>>;

function itemsOf(prices: Prices, devices: number, special: Case | undefined): Stripe.SubscriptionCreateParams.Item[] {
  if (special === 'old price') return [{ price: prices.old.id, quantity: devices }];
  if (special === 'unknown price') return [{ price: prices.unknown.id, quantity: devices }];
  if (special === 'dollars') return [{ price: prices.dollars.id, quantity: devices }];
  return prices.today(devices);
}

/** Makes one shop: a customer with a card and a subscription, and its devices in the staff's app. */
async function makeShop(
  { stripe, staff, userEmail }: Making,
  prices: Prices,
  { number, special }: { number: number; special: Case | undefined },
): Promise<void> {
  const owner = Math.floor(number / 3);
  const devices = 1 + (number % 6);
  const spell = spellings[number % spellings.length] ?? String;
  const email = special === 'address of a user' ? userEmail : spell(addressOf(owner));
  const { id: customer } = await stripe.customers.create({
    name: `サロン${number}`,
    ...(special !== 'no email' && { email }),
    metadata: { [metadataKeys.salonName]: `サロン${number}`, [metadataKeys.agencyName]: '100200' },
  });
  const isLate = special === 'past due';
  const card = await stripe.paymentMethods.attach(isLate ? 'pm_card_chargeCustomerFail' : 'pm_card_visa', { customer });
  const subscription = await stripe.subscriptions.create({
    customer,
    items: itemsOf(prices, devices, special),
    default_payment_method: card.id,
    ...(special !== 'no tax rate' && prices.rate !== undefined && { default_tax_rates: [prices.rate] }),
    ...((special === 'trial' || isLate) && { trial_period_days: trialDays }),
    ...(special === 'by invoice' && { collection_method: 'send_invoice', days_until_due: 30 }),
    ...(special === 'coupon' && { discounts: [{ coupon: prices.coupon }] }),
  });
  const { id } = subscription;
  if (isLate) await stripe.subscriptions.update(id, { trial_end: 'now', proration_behavior: 'none' });
  if (special === 'paused') await stripe.subscriptions.update(id, { pause_collection: { behavior: 'void' } });
  if (special === 'schedule') await stripe.subscriptionSchedules.create({ from_subscription: id });
  const more = special === 'a device too many' ? 1 : special === 'a device too few' ? -1 : 0;
  const held = special === 'no device' ? 0 : devices + more;
  await staff.add(
    'devices',
    Array.from({ length: held }, (_, nth) => deviceRecord(`RVZ-B${number}-${nth}`, { subscriptionId: id })),
  );
}

/** The running business that can move in (docs/moving-in.md). */
export interface Business {
  /** Those that can move, and the customers that cannot as they are. */
  shops: number;
  inTheWay: number;
  /** The mapping file for its old catalogue. */
  mapping: Record<string, Tier>;
}

/**
 * Makes a business that rents devices without the portal: by Stripe's and Kintone's calls alone, `shops` customers,
 * three of each owner, and `inTheWay` that cannot move; with every difficulty of a move.
 */
export async function makeBusiness(making: Making, shops = 120, inTheWay = Math.floor(shops / 20)): Promise<Business> {
  const prices = await pricesOf(making.stripe);
  for (let number = 0; number < shops + inTheWay; number += 1) {
    // Every fifth shop has a difficulty: each occurs, and most shops have none.
    const difficulty = number % 5 === 4 ? cases[Math.floor(number / 5) % cases.length] : undefined;
    const special = number < shops ? difficulty : obstacles[(number - shops) % obstacles.length];
    await makeShop(making, prices, { number, special });
  }
  await making.staff.add('devices', [deviceRecord('RVZ-B-STRAY', { subscriptionId: 'sub_of_nobody' })]);
  const { product } = prices.old;
  return { shops, inTheWay, mapping: { [typeof product === 'string' ? product : product.id]: 'FIRST_UNIT' } };
}
