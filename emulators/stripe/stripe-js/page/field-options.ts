import type { Appearance, StripeElementStyle } from '@stripe/stripe-js';
import type { BillingDetails, FieldOptions } from '../messages';
import type { ElementType } from './element';
import { IntegrationError } from './integration-error';

interface Given {
  defaultValues?: { billingDetails?: BillingDetails };
  fields?: { billingDetails?: 'auto' | 'never' | Record<string, unknown> };
  layout?: string | { type: string };
  readOnly?: boolean;
  disabled?: boolean;
  style?: StripeElementStyle;
  hideIcon?: boolean;
}

const addressNames = {
  country: 'country',
  postalCode: 'postal_code',
  state: 'state',
  city: 'city',
  line1: 'line1',
} as const;

/**
 * The billing details that a Payment Element must never collect, as paths: `email`, `address.country`. A second address
 * line is never required.
 * docs.stripe.com/js/elements_object/create_payment_element#payment_element_create-options-fields
 */
export function neverCollected(options: Record<string, unknown>): string[] {
  const billing = (options as Given).fields?.billingDetails;
  const all = ['name', 'email', 'phone'];
  const addressPaths = Object.values(addressNames).map((name) => `address.${name}`);
  if (billing === 'never') return [...all, ...addressPaths];
  if (typeof billing !== 'object') return [];
  const address = billing['address'];
  const fromAddress =
    address === 'never'
      ? addressPaths
      : Object.entries(addressNames).flatMap(([name, path]) =>
          (address as Record<string, unknown> | undefined)?.[name] === 'never' ? [`address.${path}`] : [],
        );
  return [...all.filter((name) => billing[name] === 'never'), ...fromAddress];
}

/**
 * Details that the fields never collect must come with the confirmation; Stripe.js throws otherwise. An empty text
 * counts as given.
 */
export function checkBilling(
  options: Record<string, unknown>,
  billing: BillingDetails,
  where: string,
  call: string,
): void {
  for (const path of neverCollected(options)) {
    const value = path
      .split('.')
      .reduce<unknown>((node, name) => (node as Record<string, unknown> | null | undefined)?.[name], billing);
    if (value === undefined) {
      throw new IntegrationError(
        `fields.billing_details.${path} is "never" in the payment Element, so ${call} must be given ` +
          `${where}.billing_details.${path}.`,
      );
    }
  }
}

/** The billing details: the page's default values, overridden by the given ones. */
export function billingOf(options: Record<string, unknown>, given: BillingDetails | undefined): BillingDetails {
  const before = (options as Given).defaultValues?.billingDetails ?? {};
  return { ...before, ...given, address: { ...before.address, ...given?.address } };
}

export function toFieldOptions(
  element: ElementType,
  options: Record<string, unknown>,
  appearance: Appearance,
): FieldOptions {
  const { layout, readOnly, disabled, style, hideIcon, defaultValues } = options as Given;
  return {
    element,
    appearance,
    showCountry: element === 'payment' && !neverCollected(options).includes('address.country'),
    country: defaultValues?.billingDetails?.address?.country ?? 'JP',
    accordion: (typeof layout === 'string' ? layout : layout?.type) === 'accordion',
    readOnly: readOnly ?? disabled ?? false,
    style: style ?? {},
    hideIcon: hideIcon ?? false,
  };
}
