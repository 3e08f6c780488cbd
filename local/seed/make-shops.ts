import type Stripe from 'stripe';
import { demoPromotionCodes } from './make-promotion-codes';
import type { PortalClient } from './portal-client';

/** What is done to a shop's subscription after it was opened, through Stripe's own API. */
type Turn = 'none' | 'trialing' | 'active' | 'past_due' | 'canceled' | 'ending';

interface DemoShop {
  name: string;
  prefecture: string;
  postalCode: string;
  line1: string;
  quantity: number;
  turn: Turn;
  promoCode?: string;
}

/** The owner's shops: one for each state of a subscription that a screen can show. */
export const demoShops: readonly DemoShop[] = [
  {
    name: 'オゾンサロン青山店',
    prefecture: '東京都',
    postalCode: '1070062',
    line1: '港区南青山1-1-1',
    quantity: 5,
    turn: 'active',
  },
  {
    name: 'オゾンサロン銀座店',
    prefecture: '東京都',
    postalCode: '1040061',
    line1: '中央区銀座2-2-2',
    quantity: 2,
    turn: 'trialing',
  },
  {
    name: 'オゾンサロン梅田店',
    prefecture: '大阪府',
    postalCode: '5300001',
    line1: '大阪市北区梅田3-3-3',
    quantity: 1,
    turn: 'past_due',
  },
  {
    name: 'オゾンサロン名古屋店',
    prefecture: '愛知県',
    postalCode: '4500002',
    line1: '名古屋市中村区名駅4-4-4',
    quantity: 3,
    turn: 'ending',
  },
  {
    name: 'オゾンサロン札幌店',
    prefecture: '北海道',
    postalCode: '0600042',
    line1: '札幌市中央区大通西5-5-5',
    quantity: 1,
    turn: 'canceled',
    promoCode: demoPromotionCodes.exhausted,
  },
  {
    name: 'オゾンサロン福岡店',
    prefecture: '福岡県',
    postalCode: '8100001',
    line1: '福岡市中央区天神6-6-6',
    quantity: 1,
    turn: 'none',
  },
];

const acceptance = { termsVersion: '2026-11-01', privacyVersion: '2026-11-01' };

function bodyOf(shop: DemoShop, email: string) {
  const address = { postal_code: shop.postalCode, state: shop.prefecture, line1: shop.line1, line2: '', country: 'JP' };
  return {
    storeData: {
      storeName: shop.name,
      dealerCode: '100200',
      email,
      shippingName: shop.name,
      shippingAddress: address,
      billingName: shop.name,
      billingAddress: address,
      shippingPhone: '0312345678',
      cardholderName: 'DEMO OWNER',
    },
    subscriptionData: { revonizerQuantity: shop.quantity, ...(shop.promoCode && { promoCode: shop.promoCode }) },
    acceptance,
  };
}

const shopOnlyBodyOf = (shop: DemoShop) => ({
  storeData: {
    storeName: shop.name,
    dealerCode: '100200',
    shippingName: shop.name,
    shippingPostalCode: shop.postalCode,
    shippingState: shop.prefecture,
    shippingLine1: shop.line1,
    shippingLine2: '',
    shippingPhone: '0312345678',
    useSameAddress: true,
    billingName: shop.name,
    billingPostalCode: shop.postalCode,
    billingState: shop.prefecture,
    billingLine1: shop.line1,
    billingLine2: '',
  },
  acceptance,
});

/** Ends the trial now, so that the first invoice is made and charged. */
const endTrial = (stripe: Stripe, subscriptionId: string) =>
  stripe.subscriptions.update(subscriptionId, { trial_end: 'now', proration_behavior: 'none' });

async function turnTo(
  stripe: Stripe,
  turn: Turn,
  customerId: string,
  subscriptionId: string,
  clientSecret: string,
): Promise<void> {
  // What the browser does with the client secret, done with Stripe's own test cards.
  const card = turn === 'past_due' ? 'pm_card_chargeCustomerFail' : 'pm_card_visa';
  const intent = await stripe.setupIntents.confirm(clientSecret.split('_secret_')[0] ?? '', { payment_method: card });
  const paymentMethod =
    typeof intent.payment_method === 'string' ? intent.payment_method : (intent.payment_method?.id ?? '');
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethod } });
  switch (turn) {
    case 'active':
    case 'past_due':
      await endTrial(stripe, subscriptionId);
      break;
    case 'ending':
      await endTrial(stripe, subscriptionId);
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true });
      break;
    case 'canceled':
      await stripe.subscriptions.cancel(subscriptionId);
      break;
    case 'trialing':
    case 'none':
      break;
  }
}

/**
 * Opens the owner's shops by the portal's own calls and brings their subscriptions into their states; ids of the
 * subscriptions.
 */
export async function makeShops(owner: PortalClient, ownerEmail: string, stripe: Stripe): Promise<string[]> {
  const subscriptionIds: string[] = [];
  for (const [index, shop] of demoShops.entries()) {
    const headers = { 'idempotency-key': `demo-shop-${index}-of-the-seed` };
    if (shop.turn === 'none') {
      await owner.call('POST', '/api/stores/create-shop-only', shopOnlyBodyOf(shop), headers);
      continue;
    }
    const made = await owner.call<{ customerId: string; subscriptionId: string; clientSecret: string }>(
      'POST',
      '/api/stores/create-with-subscription',
      bodyOf(shop, ownerEmail),
      headers,
    );
    await turnTo(stripe, shop.turn, made.customerId, made.subscriptionId, made.clientSecret);
    subscriptionIds.push(made.subscriptionId);
  }
  await owner.call('POST', '/api/mark-setup-complete');
  return subscriptionIds;
}
