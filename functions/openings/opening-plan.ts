import { CallError } from '#shared/errors';
import { timeInJapan } from '#shared/model/japan-time';
import { type TierPrices, splitIntoTiers, tiers } from '#shared/model/pricing';
import { totalSchema } from '#shared/model/quantities';
import type { ShopOnlyData, SubscribedShopData } from '#shared/model/shop-form';
import { sum } from '#shared/numbers';
import type { NewAddress, NewCustomer } from '#functions/shops/customers';
import type { NewSubscription, PlannedSubscription } from '#functions/billing/subscriptions';
import type { ShopItem } from '#functions/platform/users-table';
import type { Accepted, Work } from '#functions/platform/once';

/** Everything to make for a new shop. It is decided once, so that every retry makes the same. */
export interface ShopPlan {
  customer: NewCustomer;
  acceptance?: NonNullable<ShopItem['acceptance']>;
  subscription?: PlannedSubscription;
}

/** Names a request in Stripe's metadata: the key of its record, and the record's own id. */
export const onceName = ({ key, id }: Pick<Accepted, 'key' | 'id'>): string => `${key}.${id}`;

/** Undefined for a text that names no request. */
export function parseOnceName(name: string): Pick<Accepted, 'key' | 'id'> | undefined {
  const [, key, id] = /^([A-Za-z0-9_-]+)\.([0-9a-f-]+)$/.exec(name) ?? [];
  return key !== undefined && id !== undefined ? { key, id } : undefined;
}

/** What was agreed to, by version and time in Japan, and by whom: as the staff read it in Stripe. */
export function consentText(acceptance: ShopPlan['acceptance']): string {
  if (!acceptance) return 'なし';
  const { termsVersion, privacyVersion, acceptedAt, by } = acceptance;
  const how = `${timeInJapan(acceptedAt)}${by === undefined ? '' : '、担当者が代理で同意'}`;
  return `利用規約 ${termsVersion}、プライバシーポリシー ${privacyVersion}（${how}）`;
}

/** The planned subscription of a request, with what its customer and the staff know of it. */
export const newSubscription = <P extends PlannedSubscription>(
  work: Pick<Work<Pick<ShopPlan, 'acceptance'>>, 'userId' | 'plan' | 'key' | 'id'>,
  customerId: string,
  planned: P,
  hasCard: boolean,
): P & NewSubscription => ({
  ...planned,
  customerId,
  userId: work.userId,
  madeBy: onceName(work),
  consent: consentText(work.plan.acceptance),
  hasCard,
});

/** A shop's customer, without the user and the request. */
export type ShopCustomer = Omit<NewCustomer, 'userId' | 'madeBy' | 'consent'>;

/** The customer of a shop. The shipping address and the shop stand in for a missing billing address or name. */
const customerOf = (
  data: Pick<SubscribedShopData, 'storeName' | 'dealerCode' | 'shippingName' | 'shippingPhone'>,
  to: { email: string; billingName: string; billing: NewAddress; shipping: NewAddress },
): ShopCustomer => {
  const { postal_code: code, state, line1, line2 } = to.billing;
  return {
    storeName: data.storeName,
    dealerCode: data.dealerCode,
    name: to.billingName || data.storeName,
    email: to.email,
    phone: data.shippingPhone,
    billing: code || state || line1 || line2 ? to.billing : to.shipping,
    shipping: { ...to.shipping, name: data.shippingName },
  };
};

/** The customer of a shop without a subscription: bills go to the user's own address (`email`). */
export function shopOnlyCustomer(data: ShopOnlyData, email: string): ShopCustomer {
  const shipping = {
    postal_code: data.shippingPostalCode,
    state: data.shippingState,
    line1: data.shippingLine1,
    line2: data.shippingLine2,
  };
  if (data.useSameAddress)
    return customerOf(data, { email, billingName: data.shippingName, billing: shipping, shipping });
  const billing = {
    postal_code: data.billingPostalCode,
    state: data.billingState,
    line1: data.billingLine1,
    line2: data.billingLine2,
  };
  return customerOf(data, { email, billingName: data.billingName, billing, shipping });
}

/** The customer of a shop with a subscription. The browser copies shipping to billing if they are the same (spec 5). */
export const subscribedCustomer = (data: SubscribedShopData): ShopCustomer => ({
  ...customerOf(data, {
    email: data.email,
    billingName: data.billingName,
    billing: data.billingAddress,
    shipping: data.shippingAddress,
  }),
  cardholderName: data.cardholderName,
});

/** Items for a total of devices: the server splits it into tiers and ignores the client's split (spec 9). */
export function plannedItems(total: number, prices: TierPrices): PlannedSubscription['items'] {
  const quantities = splitIntoTiers(total);
  return tiers
    .filter((tier) => quantities[tier] > 0)
    .map((tier) => ({ priceId: prices[tier].priceId, quantity: quantities[tier] }));
}

export const devicesOf = ({ items }: Pick<PlannedSubscription, 'items'>): number =>
  sum(items.map(({ quantity }) => quantity));

const unknownPrice = '料金が更新されています。画面を再読み込みして、もう一度お試しください。';
const wrongSplit = '台数の内訳が正しくありません。画面を再読み込みして、もう一度お試しください。';

/**
 * The requested number of devices, from its items (spec 7). The server splits the total itself (spec 9): prices outside
 * the catalogue, and any other split, are refused with INVALID_INPUT.
 */
export function wantedDevices(items: readonly { price: string; quantity: number }[], prices: TierPrices): number {
  const known = new Set(Object.values(prices).map((price) => price.priceId));
  const unknown = items.findIndex((item) => !known.has(item.price));
  if (unknown >= 0) throw new CallError('INVALID_INPUT', { fields: { [`items.${unknown}.price`]: unknownPrice } });
  const total = sum(items.map((item) => item.quantity));
  const inRange = totalSchema.safeParse(total);
  if (!inRange.success)
    throw new CallError('INVALID_INPUT', { fields: { items: inRange.error.issues[0]?.message ?? wrongSplit } });
  const right = plannedItems(total, prices);
  const same =
    right.length === items.length &&
    right.every(({ priceId, quantity }) => items.some((item) => item.price === priceId && item.quantity === quantity));
  if (!same) throw new CallError('INVALID_INPUT', { fields: { items: wrongSplit } });
  return total;
}
