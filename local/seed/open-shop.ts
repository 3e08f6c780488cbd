import type Stripe from 'stripe';
import { createShopOnly, createShopWithSubscription } from '#shared/contract/shop';
import { legalTexts } from '#shared/model/legal-texts';
import { priceLookupKeys, splitIntoTiers, tiers } from '#shared/model/pricing';
import type { PortalClient } from '../portal-client';
import { addOtherProduct, bringTo, type LaterState, type OtherProduct } from './later-history';

/** A shop to open, and the later history of its subscription. */
export interface NewShop {
  name: string;
  /** 1 to 20 devices; absent if the shop has no subscription. */
  devices?: number;
  /** @default '東京都港区南青山1-1-1' */
  address?: { prefecture: string; postalCode: string; line1: string };
  promoCode?: string;
  /** Receives Stripe's invoices. @default 'shop@example.jp' */
  email?: string;
  /** One of Stripe's test payment methods, saved as the page saves it. @default 'pm_card_visa' */
  card?: 'pm_card_visa' | 'pm_card_chargeCustomerFail' | 'pm_card_createDispute';
  /** @default 'trialing' */
  state?: LaterState;
  /** A product of another kind that the staff added to the subscription. */
  otherProduct?: OtherProduct;
  /** @default a random one */
  idempotencyKey?: string;
}

export interface OpenedShop {
  customerId: string;
  /** Missing if the shop has no subscription. */
  subscriptionId?: string;
}

const aoyama = { prefecture: '東京都', postalCode: '1070062', line1: '港区南青山1-1-1' };
const dealerCode = '100200';
const shippingPhone = '0312345678';
const acceptance = { termsVersion: legalTexts.terms.version, privacyVersion: legalTexts.privacy.version };

async function openWithoutSubscription(
  owner: PortalClient,
  { name, address = aoyama }: NewShop,
  headers: Record<string, string>,
): Promise<OpenedShop> {
  const { prefecture, postalCode, line1 } = address;
  const storeData = {
    storeName: name,
    dealerCode,
    shippingName: name,
    shippingPostalCode: postalCode,
    shippingState: prefecture,
    shippingLine1: line1,
    shippingPhone,
    useSameAddress: true,
  };
  const { customerId } = await owner.send(createShopOnly, { body: { storeData, acceptance }, headers });
  return { customerId };
}

/** Saves the card for the setup intent, as the page does with Stripe.js. */
async function saveCard(stripe: Stripe, customerId: string, clientSecret: string, card: string): Promise<void> {
  const { payment_method: method } = await stripe.setupIntents.confirm(clientSecret.split('_secret_')[0] ?? '', {
    payment_method: card,
  });
  const saved = typeof method === 'string' ? method : method?.id;
  if (saved === undefined) throw new Error(`The card of ${customerId} was not saved`);
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: saved } });
}

/** Opens a shop by the portal's own calls, and brings its subscription into the wanted state by Stripe's own API. */
export async function openShop(
  owner: PortalClient,
  stripe: Stripe,
  shop: NewShop,
  giveUpPaymentsOf: (customerId: string) => void = () => {},
): Promise<OpenedShop> {
  const { name, devices, address = aoyama, promoCode, email = 'shop@example.jp', card = 'pm_card_visa' } = shop;
  const headers = { 'idempotency-key': shop.idempotencyKey ?? crypto.randomUUID() };
  if (devices === undefined) return openWithoutSubscription(owner, shop, headers);
  const { prefecture: state, postalCode: postal_code, line1 } = address;
  const atStripe = { postal_code, state, line1, line2: '', country: 'JP' } as const;
  const { customerId, subscriptionId, clientSecret } = await owner.send(createShopWithSubscription, {
    body: {
      storeData: {
        storeName: name,
        dealerCode,
        email,
        shippingName: name,
        shippingAddress: atStripe,
        billingName: name,
        billingAddress: atStripe,
        shippingPhone,
        cardholderName: 'DEMO OWNER',
      },
      subscriptionData: { revonizerQuantity: devices, ...(promoCode !== undefined && { promoCode }) },
      acceptance,
    },
    headers,
  });
  await saveCard(stripe, customerId, clientSecret, card);
  if (shop.otherProduct) await addOtherProduct(stripe, subscriptionId, shop.otherProduct);
  const opened = { owner, stripe, giveUpPaymentsOf, customerId, subscriptionId };
  return { customerId, subscriptionId: await bringTo(shop.state ?? 'trialing', opened) };
}

/** Reads today's prices; returns the items of a subscription for so many devices. */
export async function rentedItems(stripe: Stripe) {
  const { data } = await stripe.prices.list({ lookup_keys: Object.values(priceLookupKeys) });
  return (devices: number): { price: string; quantity: number }[] => {
    const quantities = splitIntoTiers(devices);
    return tiers.flatMap((tier) => {
      const price = data.find(({ lookup_key: key }) => key === priceLookupKeys[tier])?.id;
      return price !== undefined && quantities[tier] > 0 ? [{ price, quantity: quantities[tier] }] : [];
    });
  };
}
