import type { BillingDetails } from '../messages';

/** A mistake of the page's author, not of its user: thrown, as Stripe.js throws it, never returned as a result. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}

const parts = ['name', 'email', 'phone', 'address'] as const;
const address = ['country', 'postal_code', 'state', 'city', 'line1'] as const;

/**
 * The stand-in's fields ask for the card alone: the page must say that it collects every billing detail itself
 * (docs.stripe.com/js/elements_object/create_payment_element#payment_element_create-options-fields).
 */
export function checkFields(options: Record<string, unknown>): void {
  const billing = (options['fields'] as { billingDetails?: unknown } | undefined)?.billingDetails;
  const isNever = (part: string): boolean =>
    billing === 'never' || (billing as Record<string, unknown> | undefined)?.[part] === 'never';
  const asked = parts.find((part) => !isNever(part));
  if (asked !== undefined)
    throw new IntegrationError(
      `The local stand-in for Stripe.js asks for no billing details: set fields.billingDetails.${asked} to 'never'.`,
    );
}

/**
 * Details that the fields never collect must come with the confirmation; Stripe.js throws otherwise. An empty text
 * counts as given, and a second address line is never required.
 */
export function checkBilling(billing: BillingDetails, call: string): void {
  const missing =
    parts.find((part) => billing[part] === undefined) ??
    address.flatMap((part) => (billing.address?.[part] === undefined ? [`address.${part}`] : []))[0];
  if (missing !== undefined)
    throw new IntegrationError(
      `fields.billing_details.${missing} is "never" in the payment Element, so ${call} must be given ` +
        `confirmParams.payment_method_data.billing_details.${missing}.`,
    );
}
