import type { Stripe } from '@stripe/stripe-js';
import { stripeClient } from '../card/stripe';
import { failedWith, type ApiFailure } from '../../../lib/api';

/** The texts that Stripe does not give. */
export const confirmTexts = {
  notReady: '決済サービスの準備ができていません。少し待ってから、もう一度お試しください。',
  notProven: 'カード会社による本人認証が完了しませんでした。もう一度お試しいただくか、別のカードをご利用ください。',
  unknown: '接続を確認して、もう一度お試しください。二重に請求されることはありません。',
} as const;

/** The title of a payment that may have been made. */
export const unknownTitle = 'お支払いの結果を確認できませんでした';

/** `unknown`: the connection was lost, so it may be paid. */
export type Confirmed = { ok: true } | { ok: false; message: string; unknown?: true };

/** Statuses in which the card's holder has nothing more to do. */
const settled = new Set(['succeeded', 'processing', 'requires_capture']);

/** The status of a payment at Stripe; undefined if Stripe cannot be asked. */
const statusOf = async (stripe: Stripe, clientSecret: string): Promise<string | undefined> =>
  (await stripe.retrievePaymentIntent(clientSecret).catch(() => undefined))?.paymentIntent?.status;

/**
 * Takes a payment that needs the card's holder through 3-D Secure
 * (docs.stripe.com/js/payment_intents/handle_next_action): in a window over the page, which is left only if the bank
 * insists. A payment that succeeded meanwhile counts as a success. Afterwards Stripe is asked again, because the
 * connection may be lost after the bank's check was passed. Never rejects: `message` says why it is not known as paid.
 */
export async function confirmPayment(clientSecret: string): Promise<Confirmed> {
  const stripe = await stripeClient().catch(() => undefined);
  if (!stripe) return { ok: false, message: confirmTexts.notReady };
  let status = await statusOf(stripe, clientSecret);
  let reason: string | undefined;
  // After a failed check it wants a card again: asking for the check would be a mistake of ours, which Stripe.js
  // throws.
  if (status === undefined || status === 'requires_action') {
    const checked = await stripe.handleNextAction({ clientSecret }).catch(() => undefined);
    reason = checked?.error?.message;
    status = checked?.paymentIntent?.status ?? (await statusOf(stripe, clientSecret));
  }
  if (status === undefined) return { ok: false, unknown: true, message: confirmTexts.unknown };
  return settled.has(status) ? { ok: true } : { ok: false, message: reason ?? confirmTexts.notProven };
}

/** Whether a call was refused because of its card, so that the same call with another card may succeed. */
export const anotherCardHelps = (error: unknown): error is ApiFailure =>
  failedWith(error, 'CARD_DECLINED', 'PAYMENT_METHOD_MISSING', 'PAYMENT_METHOD_NOT_FOUND');
