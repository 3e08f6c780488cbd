import { textFor } from '../card/texts';
import type { BillingDetails, ErrorResult } from '../messages';
import { intentIdOf, type Api, type Intent, type IntentKind } from './api';
import { checkBilling, IntegrationError } from './billing';
import { showChallenge } from './challenge';
import { Elements } from './elements';

export interface ConfirmOptions {
  elements?: unknown;
  clientSecret?: string;
  confirmParams?: { return_url?: string; payment_method_data?: { billing_details?: BillingDetails } };
  redirect?: 'always' | 'if_required';
}

export type IntentResult =
  | { error: ErrorResult }
  | { setupIntent: Intent; error?: undefined }
  | { paymentIntent: Intent; error?: undefined };

/** The result, with the intent under the name that Stripe.js uses. */
const intentResult = (kind: IntentKind, intent: Intent): IntentResult =>
  kind === 'setup' ? { setupIntent: intent } : { paymentIntent: intent };

/**
 * docs.stripe.com/js/setup_intents/confirm_setup, docs.stripe.com/js/payment_intents/confirm_payment. Never throws for
 * something that a card holder did.
 */
export async function confirm(api: Api, kind: IntentKind, options: ConfirmOptions): Promise<IntentResult> {
  const call = kind === 'setup' ? 'stripe.confirmSetup()' : 'stripe.confirmPayment()';
  const { elements, clientSecret, confirmParams = {} } = options;
  if (options.redirect !== 'if_required')
    throw new IntegrationError(`The local stand-in for Stripe.js supports ${call} with redirect: 'if_required' only.`);
  if (!(elements instanceof Elements))
    throw new IntegrationError(`Invalid value for ${call}: elements should be made by stripe.elements().`);
  if (clientSecret === undefined || !intentIdOf(kind, clientSecret))
    throw new IntegrationError(
      `Invalid value for ${call}: clientSecret should be the client secret of a ${kind} intent.`,
    );
  const { element, frame } = elements.mountedPayment(call);
  if (elements.kind !== kind)
    throw new IntegrationError(`${call} does not fit elements() made for a ${elements.kind} intent.`);
  const billing = confirmParams.payment_method_data?.billing_details ?? {};
  checkBilling(billing, call);
  if (!elements.submitted) throw new IntegrationError(`elements.submit() must be called before ${call}.`);
  const error = await element.validate();
  if (error) return { error };
  const made = await api.createPaymentMethod(frame, billing);
  if (made.error) return { error: made.error };
  const parameters = { payment_method: made.value.id, return_url: confirmParams.return_url };
  const confirmed = await api.confirm(kind, clientSecret, parameters);
  return confirmed.error ? { error: confirmed.error } : carryOutNextAction(api, kind, confirmed.value);
}

/** The error of an intent's last attempt, with the intent in it. */
function lastError(kind: IntentKind, intent: Intent): ErrorResult {
  const code = `${kind}_intent_authentication_failure`;
  const message = textFor(code) ?? '';
  const given = (kind === 'setup' ? intent.last_setup_error : intent.last_payment_error) as
    | ErrorResult
    | null
    | undefined;
  const error: ErrorResult = given ?? { type: 'invalid_request_error', code, message };
  return { ...error, message: textFor(error.code, error.decline_code) ?? error.message, [`${kind}_intent`]: intent };
}

/**
 * Carries out the bank's demand: shows 3-D Secure in a window over the page and returns the intent as it is afterwards.
 * Closing the window is a failed authentication; the intent can be confirmed again. A bank that takes over the window
 * itself (`redirect_to_url`) leads back to the return address.
 */
async function carryOutNextAction(api: Api, kind: IntentKind, intent: Intent): Promise<IntentResult> {
  const action = intent.status === 'requires_action' ? intent.next_action : undefined;
  if (action?.type === 'redirect_to_url' && action.redirect_to_url?.url) {
    window.location.assign(action.redirect_to_url.url);
    return new Promise(() => {});
  }
  const url = action?.use_stripe_sdk?.stripe_js;
  if (url === undefined) return intentResult(kind, intent);
  await showChallenge(url);
  const after = await api.retrieve(kind, intent.client_secret);
  if (after.error) return { error: after.error };
  const { status } = after.value;
  return status === 'requires_payment_method' || status === 'requires_action'
    ? { error: lastError(kind, after.value) }
    : intentResult(kind, after.value);
}

export async function retrieve(api: Api, kind: IntentKind, clientSecret: string): Promise<IntentResult> {
  if (!intentIdOf(kind, clientSecret)) throw new IntegrationError(`Expected the client secret of a ${kind} intent.`);
  const found = await api.retrieve(kind, clientSecret);
  return found.error ? { error: found.error } : intentResult(kind, found.value);
}

/** docs.stripe.com/js/payment_intents/handle_next_action */
export async function handleNextAction(api: Api, { clientSecret }: { clientSecret: string }): Promise<IntentResult> {
  const kind = intentIdOf('setup', clientSecret) ? 'setup' : 'payment';
  const found = await retrieve(api, kind, clientSecret);
  if (found.error) return found;
  return carryOutNextAction(api, kind, 'setupIntent' in found ? found.setupIntent : found.paymentIntent);
}
