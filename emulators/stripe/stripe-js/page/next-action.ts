import { textFor } from '../card/texts';
import type { ErrorResult } from '../messages';
import type { Api, Intent, IntentKind } from './api';
import { showChallenge } from './challenge';

export type IntentResult =
  | { error: ErrorResult }
  | { setupIntent: Intent; error?: undefined }
  | { paymentIntent: Intent; error?: undefined };

/** The result, with the intent under the name that Stripe.js uses. */
export const intentResult = (kind: IntentKind, intent: Intent): IntentResult =>
  kind === 'setup' ? { setupIntent: intent } : { paymentIntent: intent };

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
 * Carries out the bank's demand (docs.stripe.com/js/payment_intents/handle_next_action): shows 3-D Secure in a window
 * over the page and returns the intent as it is afterwards. Closing the window is a failed authentication; the intent
 * can be confirmed again.
 */
export async function carryOutNextAction(api: Api, kind: IntentKind, intent: Intent): Promise<IntentResult> {
  const action = intent.next_action;
  if (intent.status !== 'requires_action' || !action) return intentResult(kind, intent);
  const url = action.use_stripe_sdk?.stripe_js;
  if (action.type === 'redirect_to_url' && action.redirect_to_url?.url) {
    window.location.assign(action.redirect_to_url.url);
    return new Promise(() => {});
  }
  if (url === undefined) return intentResult(kind, intent);
  await showChallenge(url);
  const after = await api.retrieve(kind, intent.client_secret);
  if (after.error) return { error: after.error };
  const { status } = after.value;
  return status === 'requires_payment_method' || status === 'requires_action'
    ? { error: lastError(kind, after.value) }
    : intentResult(kind, after.value);
}
