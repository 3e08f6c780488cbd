import { CallError, type ErrorCode } from '#shared/errors';
import { timeInJapan } from '#shared/model/japan-time';
import { type TierPrices, splitIntoTiers, tiers } from '#shared/model/pricing';
import { totalSchema } from '#shared/model/quantities';
import type { ShopOnlyData, SubscribedShopData } from '#shared/model/shop-form';
import { sum } from '#shared/numbers';
import type { NewAddress, NewCustomer } from '#functions/shops/customers';
import type { PlannedPromotion } from '#functions/billing/subscriptions';
import type { ShopItem } from '#functions/platform/users-table';
import type { Accepted } from '#functions/platform/once';

/** The subscription to make. `trialDays`: absent if it is paid from the first day. */
export interface PlannedSubscription {
  items: { priceId: string; quantity: number }[];
  trialDays?: number;
  promotionCode?: PlannedPromotion;
}

/** Everything to make for a new shop. It is decided once, so that every retry makes the same. */
export interface ShopPlan {
  customer: NewCustomer;
  acceptance?: NonNullable<ShopItem['acceptance']>;
  subscription?: PlannedSubscription;
}

/** Why Stripe or the bank refused the subscription: everything made for it is removed. */
export interface Refusal {
  code: ErrorCode;
  text?: string;
}

export const toError = ({ code, text }: Refusal): CallError => new CallError(code, text === undefined ? {} : { text });

/** Names a request in Stripe's metadata: the key of its record, and the record's own id. */
export const openingName = ({ key, id }: Pick<Accepted, 'key' | 'id'>): string => `${key}.${id}`;

/** Undefined for a text that names no request. */
export function parseOpeningName(name: string): Pick<Accepted, 'key' | 'id'> | undefined {
  const [, key, id] = /^([A-Za-z0-9_-]+)\.([0-9a-f-]+)$/.exec(name) ?? [];
  return key !== undefined && id !== undefined ? { key, id } : undefined;
}

/** What the owner agreed to, by version and time in Japan, as the staff read it beside the subscription in Stripe. */
export const consentText = (acceptance: ShopPlan['acceptance']): string =>
  acceptance
    ? `利用規約 ${acceptance.termsVersion}、プライバシーポリシー ${acceptance.privacyVersion}（${timeInJapan(acceptance.acceptedAt)}）`
    : 'なし';

/** A shop's customer, without the user and the idempotency record. */
export type ShopCustomer = Omit<NewCustomer, 'userId' | 'opening' | 'consent'>;

/** The billing address; if none was given (it is optional, spec 5), the shipping address. */
const billingOr = (billing: NewAddress, shipping: NewAddress): NewAddress =>
  billing.postalCode || billing.state || billing.line1 || billing.line2 ? billing : shipping;

/** Bills are addressed to the billing name, otherwise to the shop. */
const billedTo = (billingName: string, storeName: string): string => billingName || storeName;

/** The customer of a shop without a subscription: bills go to the user's own address (`email`). */
export function shopOnlyCustomer(data: ShopOnlyData, email: string): ShopCustomer {
  const shipping = {
    postalCode: data.shippingPostalCode,
    state: data.shippingState,
    line1: data.shippingLine1,
    line2: data.shippingLine2,
  };
  const billing = {
    postalCode: data.billingPostalCode,
    state: data.billingState,
    line1: data.billingLine1,
    line2: data.billingLine2,
  };
  return {
    storeName: data.storeName,
    dealerCode: data.dealerCode,
    name: billedTo(data.useSameAddress ? data.shippingName : data.billingName, data.storeName),
    email,
    phone: data.shippingPhone,
    billing: data.useSameAddress ? shipping : billingOr(billing, shipping),
    shipping: { ...shipping, name: data.shippingName },
  };
}

const fromSubmitted = ({ postal_code, state, line1, line2 }: SubscribedShopData['billingAddress']): NewAddress => ({
  postalCode: postal_code,
  state,
  line1,
  line2,
});

/** The customer of a shop with a subscription. The browser copies shipping to billing if they are the same (spec 5). */
export function subscribedCustomer(data: SubscribedShopData): ShopCustomer {
  const shipping = fromSubmitted(data.shippingAddress);
  return {
    storeName: data.storeName,
    dealerCode: data.dealerCode,
    name: billedTo(data.billingName, data.storeName),
    email: data.email,
    phone: data.shippingPhone,
    billing: billingOr(fromSubmitted(data.billingAddress), shipping),
    shipping: { ...shipping, name: data.shippingName },
    cardholderName: data.cardholderName,
  };
}

/**
 * Items of a subscription for a total of devices: the server splits it into tiers and ignores the client's split (spec
 * 9).
 */
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
