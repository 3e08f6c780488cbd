import type { TierPrices } from '#shared/model/price-for';
import { splitIntoTiers, tiers } from '#shared/model/pricing';
import type { ShopOnlyData, SubscribedShopData } from '#shared/model/shop-form';
import type { NewAddress, NewCustomer } from '../../adapters/stripe/customers';
import type { OpeningPlan } from '../../adapters/users-table/openings';

/** A shop's customer, without the user and the idempotency record. */
export type ShopCustomer = Omit<NewCustomer, 'userId' | 'opening'>;

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
export function plannedItems(total: number, prices: TierPrices): NonNullable<OpeningPlan['subscription']>['items'] {
  const quantities = splitIntoTiers(total);
  return tiers
    .filter((tier) => quantities[tier] > 0)
    .map((tier) => ({ priceId: prices[tier].priceId, quantity: quantities[tier] }));
}
