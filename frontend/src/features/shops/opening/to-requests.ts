import type { RequestOf } from '#shared/contract/call';
import type { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import type { Acceptance } from '#shared/model/shop-form';
import type { ShopForm } from './shop-form';
import type { BillingDetails } from '../../payments/card/card-fields';

interface NamedAddress {
  name: string;
  postalCode: string;
  state: string;
  line1: string;
  line2: string;
}

/** Where the devices go. */
export const shippingOf = (form: ShopForm): NamedAddress => ({
  name: form.shippingName,
  postalCode: form.shippingPostalCode,
  state: form.shippingState,
  line1: form.shippingLine1,
  line2: form.shippingLine2 ?? '',
});

/** Billing fields of the request: the shipping fields if the box is ticked (spec 5). */
export function billingOf(form: ShopForm): NamedAddress {
  if (form.useSameAddress) return shippingOf(form);
  return {
    name: form.billingName ?? '',
    postalCode: form.billingPostalCode ?? '',
    state: form.billingState ?? '',
    line1: form.billingLine1 ?? '',
    line2: form.billingLine2 ?? '',
  };
}

/** Body of POST /api/stores/create-store-only (spec 7). */
export function shopOnlyBody(form: ShopForm, acceptance: Acceptance): RequestOf<typeof createShopOnly>['body'] {
  const {
    creationMode: _mode,
    cardholderName: _holder,
    revonizerQuantity: _quantity,
    promoCode: _promo,
    ...fields
  } = form;
  const to = billingOf(form);
  return {
    storeData: {
      ...fields,
      billingName: to.name,
      billingPostalCode: to.postalCode,
      billingState: to.state,
      billingLine1: to.line1,
      billingLine2: to.line2,
    },
    acceptance,
  };
}

const stripeAddress = ({ postalCode, state, line1, line2 }: NamedAddress) =>
  ({ postal_code: postalCode, state, line1, line2, country: 'JP' }) as const;

/** Body of POST /api/stores/create-with-subscription (spec 7); invoices go to the user's own address. */
export function withSubscriptionBody(
  form: ShopForm,
  email: string,
  acceptance: Acceptance,
): RequestOf<typeof createShopWithSubscription>['body'] {
  const to = billingOf(form);
  return {
    storeData: {
      storeName: form.storeName,
      dealerCode: form.dealerCode,
      email,
      shippingName: form.shippingName,
      shippingAddress: stripeAddress(shippingOf(form)),
      billingName: to.name,
      billingAddress: stripeAddress(to),
      shippingPhone: form.shippingPhone,
      cardholderName: form.cardholderName,
    },
    subscriptionData: {
      revonizerQuantity: form.revonizerQuantity,
      ...(form.promoCode.trim() !== '' && { promoCode: form.promoCode.trim() }),
    },
    acceptance,
  };
}

/** The billing details saved with the card. */
export function cardBillingDetails(form: ShopForm, email: string): BillingDetails {
  const to = billingOf(form);
  return {
    name: form.cardholderName,
    email,
    phone: form.shippingPhone,
    address: { ...stripeAddress(to), city: '' },
  };
}
