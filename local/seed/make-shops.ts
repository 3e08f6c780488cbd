import type Stripe from 'stripe';
import { markSetupComplete } from '#shared/contract/account';
import type { PortalClient } from '../portal-client';
import { demoPromotionCodes } from './make-promotion-codes';
import { openShop, type NewShop } from './open-shop';

/** The owner's shops: one for each state of a subscription that a screen can show. */
const demoShops: readonly NewShop[] = [
  {
    name: 'オゾンサロン青山店',
    address: { prefecture: '東京都', postalCode: '1070062', line1: '港区南青山1-1-1' },
    devices: 5,
    state: 'active',
  },
  {
    name: 'オゾンサロン銀座店',
    address: { prefecture: '東京都', postalCode: '1040061', line1: '中央区銀座2-2-2' },
    devices: 2,
    state: 'trialing',
  },
  {
    // The first charge to the card is declined: past due.
    name: 'オゾンサロン梅田店',
    address: { prefecture: '大阪府', postalCode: '5300001', line1: '大阪市北区梅田3-3-3' },
    devices: 1,
    card: 'pm_card_chargeCustomerFail',
    state: 'active',
  },
  {
    name: 'オゾンサロン名古屋店',
    address: { prefecture: '愛知県', postalCode: '4500002', line1: '名古屋市中村区名駅4-4-4' },
    devices: 3,
    state: 'ending',
  },
  {
    name: 'オゾンサロン札幌店',
    address: { prefecture: '北海道', postalCode: '0600042', line1: '札幌市中央区大通西5-5-5' },
    devices: 1,
    state: 'canceled',
    promoCode: demoPromotionCodes.exhausted,
  },
  {
    name: 'オゾンサロン福岡店',
    address: { prefecture: '福岡県', postalCode: '8100001', line1: '福岡市中央区天神6-6-6' },
  },
];

/** Opens the demo owner's shops, one after another; returns the ids of their subscriptions. */
export async function makeShops(owner: PortalClient, email: string, stripe: Stripe): Promise<string[]> {
  const subscriptionIds: string[] = [];
  for (const [index, shop] of demoShops.entries()) {
    const idempotencyKey = `demo-shop-${index}-of-the-seed`;
    const { subscriptionId } = await openShop(owner, stripe, { ...shop, email, idempotencyKey });
    if (subscriptionId !== undefined) subscriptionIds.push(subscriptionId);
  }
  await owner.send(markSetupComplete);
  return subscriptionIds;
}
