import type Stripe from 'stripe';
import { markSetupComplete } from '#shared/contract/account';
import { findTaxRate, taxRates } from '#shared/catalogue';
import { trialDays } from '#shared/model/pricing';
import type { PortalClient } from '../portal-client';
import { openShop, rentedItems } from './open-shop';

/** The chain's shops, in the order in which they were opened. */
const places: readonly (readonly [place: string, prefecture: string, postalCode: string, line1: string])[] = [
  ['渋谷', '東京都', '1500002', '渋谷区渋谷1-2-3'],
  ['新宿', '東京都', '1600022', '新宿区新宿2-3-4'],
  ['池袋', '東京都', '1710022', '豊島区南池袋3-4-5'],
  ['上野', '東京都', '1100005', '台東区上野4-5-6'],
  ['吉祥寺', '東京都', '1800003', '武蔵野市吉祥寺南町5-6-7'],
  ['立川', '東京都', '1900012', '立川市曙町6-7-8'],
  ['町田', '東京都', '1940013', '町田市原町田7-8-9'],
  ['横浜', '神奈川県', '2200004', '横浜市西区北幸1-1-2'],
  ['川崎', '神奈川県', '2100007', '川崎市川崎区駅前本町2-2-3'],
  ['藤沢', '神奈川県', '2510052', '藤沢市藤沢3-3-4'],
  ['大宮', '埼玉県', '3300846', 'さいたま市大宮区大門町4-4-5'],
  ['川越', '埼玉県', '3500042', '川越市中原町5-5-6'],
  ['千葉', '千葉県', '2600015', '千葉市中央区富士見6-6-7'],
  ['柏', '千葉県', '2770852', '柏市旭町7-7-8'],
  ['宇都宮', '栃木県', '3200811', '宇都宮市大通り8-8-9'],
  ['高崎', '群馬県', '3700849', '高崎市八島町9-9-1'],
  ['静岡', '静岡県', '4200852', '静岡市葵区紺屋町1-3-5'],
  ['浜松', '静岡県', '4300933', '浜松市中央区鍛冶町2-4-6'],
  ['京橋', '大阪府', '5340024', '大阪市都島区東野田町3-5-7'],
  ['難波', '大阪府', '5420076', '大阪市中央区難波4-6-8'],
  ['三宮', '兵庫県', '6500021', '神戸市中央区三宮町5-7-9'],
  ['岡山', '岡山県', '7000901', '岡山市北区本町6-8-1'],
  ['小倉', '福岡県', '8020001', '北九州市小倉北区浅野7-9-2'],
  ['鹿児島', '鹿児島県', '8900053', '鹿児島市中央町8-1-3'],
];

/**
 * How the nth shop rents: every third rents, so that the start does not take long; one of them pays late, one is in its
 * trial.
 */
const rentalOf = (nth: number) => ({
  devices: nth % 3 === 0 ? 1 + (nth % 5) : 0,
  card: nth === 15 ? 'pm_card_chargeCustomerFail' : 'pm_card_visa',
  isTrial: nth === 6,
});

/** Begins the subscription of a shop in Stripe itself, as the staff moved the chain over. */
async function subscribe(
  stripe: Stripe,
  customer: string,
  { devices, card, isTrial }: ReturnType<typeof rentalOf>,
): Promise<string> {
  const [itemsFor, taxRate, { id: method }] = await Promise.all([
    rentedItems(stripe),
    findTaxRate(stripe, taxRates.consumption),
    stripe.paymentMethods.attach(card, { customer }),
  ]);
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method } });
  const { id } = await stripe.subscriptions.create({
    customer,
    items: itemsFor(devices),
    ...(taxRate && { default_tax_rates: [taxRate.id] }),
    ...(isTrial && { trial_period_days: trialDays }),
  });
  return id;
}

/** Opens the 24 shops of a chain: lists that have to be searched. Returns the ids of their subscriptions. */
export async function makeChain(chain: PortalClient, email: string, stripe: Stripe): Promise<string[]> {
  const subscriptionIds: string[] = [];
  for (const [nth, [place, prefecture, postalCode, line1]] of places.entries()) {
    const { customerId } = await openShop(chain, stripe, {
      name: `リラクゼーション空 ${place}店`,
      address: { prefecture, postalCode, line1 },
      email,
      idempotencyKey: `demo-chain-shop-${nth}`,
    });
    const rental = rentalOf(nth);
    if (rental.devices > 0) subscriptionIds.push(await subscribe(stripe, customerId, rental));
  }
  await chain.send(markSetupComplete);
  return subscriptionIds;
}
