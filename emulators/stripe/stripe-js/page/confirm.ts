import type { BillingDetails } from '../messages';
import { intentIdOf, type Api, type Intent, type IntentKind } from './api';
import { CardElement } from './element';
import { Elements } from './elements';
import { billingOf, checkBilling } from './field-options';
import { IntegrationError } from './integration-error';
import { carryOutNextAction, intentResult, type IntentResult } from './next-action';

export interface ConfirmOptions {
  elements?: unknown;
  clientSecret?: string;
  confirmParams?: {
    return_url?: string;
    payment_method?: string;
    payment_method_data?: { billing_details?: BillingDetails };
  };
  redirect?: 'always' | 'if_required';
}

function readSecret(kind: IntentKind, clientSecret: unknown, call: string): string {
  if (clientSecret === undefined) throw new IntegrationError(`You must pass in a clientSecret when calling ${call}.`);
  if (!intentIdOf(kind, clientSecret))
    throw new IntegrationError(
      `Invalid value for ${call}: clientSecret should be the client secret of a ${kind} intent.`,
    );
  return clientSecret as string;
}

/**
 * Goes to the page's return address, with the parameters it needs to find the intent
 * (docs.stripe.com/payments/save-and-reuse).
 */
function goTo(returnUrl: string, kind: IntentKind, intent: Intent): Promise<never> {
  const url = new URL(returnUrl, window.location.href);
  url.searchParams.set(`${kind}_intent`, intent.id);
  url.searchParams.set(`${kind}_intent_client_secret`, intent.client_secret);
  url.searchParams.set('redirect_status', intent.status === 'succeeded' ? 'succeeded' : 'pending');
  window.location.assign(url);
  return new Promise(() => {});
}

/**
 * docs.stripe.com/js/setup_intents/confirm_setup, docs.stripe.com/js/payment_intents/confirm_payment. Never throws for
 * something that a card holder did.
 */
export async function confirmWithElements(api: Api, kind: IntentKind, options: ConfirmOptions): Promise<IntentResult> {
  const call = kind === 'setup' ? 'stripe.confirmSetup()' : 'stripe.confirmPayment()';
  const { elements, confirmParams = {}, redirect = 'always' } = options;
  const returnUrl = confirmParams.return_url;
  if (redirect === 'always' && returnUrl === undefined)
    throw new IntegrationError(`${call} needs confirmParams.return_url unless redirect is 'if_required'.`);
  if (elements !== undefined && !(elements instanceof Elements))
    throw new IntegrationError(`Invalid value for ${call}: elements should be made by stripe.elements().`);
  const secret = readSecret(kind, options.clientSecret ?? elements?.options.clientSecret, call);
  const method = await methodFor(api, kind, elements, confirmParams, call);
  if ('error' in method) return method;
  const confirmed = await api.confirm(kind, secret, { payment_method: method.id, return_url: returnUrl });
  if (confirmed.error) return { error: confirmed.error };
  const result = await carryOutNextAction(api, kind, confirmed.value);
  if (redirect !== 'always' || result.error || returnUrl === undefined) return result;
  return goTo(returnUrl, kind, 'setupIntent' in result ? result.setupIntent : result.paymentIntent);
}

async function methodFor(
  api: Api,
  kind: IntentKind,
  elements: Elements | undefined,
  params: NonNullable<ConfirmOptions['confirmParams']>,
  call: string,
) {
  if (!elements) {
    if (params.payment_method === undefined)
      throw new IntegrationError(`${call} needs elements, or confirmParams.payment_method.`);
    return { id: params.payment_method };
  }
  const element = elements.mountedPayment(call);
  if (elements.kind !== kind)
    throw new IntegrationError(`${call} does not fit elements() made for a ${elements.kind} intent.`);
  const billing = billingOf(element.options, params.payment_method_data?.billing_details);
  checkBilling(element.options, billing, 'confirmParams.payment_method_data', call);
  if (elements.deferred && !elements.submitted)
    throw new IntegrationError(`elements.submit() must be called before ${call}.`);
  return methodOf(api, element, billing);
}

/** Makes the payment method from an element's fields after checking them. */
export async function methodOf(api: Api, element: CardElement, billing: BillingDetails) {
  if (!element.frame)
    throw new IntegrationError(
      'We could not retrieve data from the specified Element. Please make sure it is still mounted.',
    );
  const problem = await element.validate();
  if (problem) return { error: problem };
  const made = await api.createPaymentMethod(element.frame, billing);
  return made.error ? { error: made.error } : made.value;
}

export interface CardOptions {
  payment_method?: string | { card: unknown; billing_details?: BillingDetails };
  return_url?: string;
}

/** docs.stripe.com/js/setup_intents/confirm_card_setup and the same for payments. */
export async function confirmCard(
  api: Api,
  kind: IntentKind,
  clientSecret: unknown,
  data: CardOptions = {},
  handleActions = true,
): Promise<IntentResult> {
  const call = kind === 'setup' ? 'stripe.confirmCardSetup()' : 'stripe.confirmCardPayment()';
  const secret = readSecret(kind, clientSecret, call);
  const given = data.payment_method;
  let id = typeof given === 'string' ? given : undefined;
  if (typeof given === 'object') {
    if (!(given.card instanceof CardElement))
      throw new IntegrationError(`Invalid value for ${call}: payment_method.card should be a card Element.`);
    const method = await methodOf(api, given.card, given.billing_details ?? {});
    if ('error' in method) return method;
    ({ id } = method);
  }
  const confirmed = await api.confirm(kind, secret, { payment_method: id, return_url: data.return_url });
  if (confirmed.error) return { error: confirmed.error };
  return handleActions ? carryOutNextAction(api, kind, confirmed.value) : intentResult(kind, confirmed.value);
}
