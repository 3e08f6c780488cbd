import { stripeClient } from '../card/stripe';

/** The text if Stripe gives none. */
export const confirmTexts = {
  notReady: '決済サービスの準備ができていません。少し待ってから、もう一度お試しください。',
  notProven: 'カード会社による本人認証が完了しませんでした。もう一度お試しいただくか、別のカードをご利用ください。',
} as const;

export type Confirmed = { ok: true } | { ok: false; message: string };

/** Statuses in which the card's holder has nothing more to do. */
const settled = new Set(['succeeded', 'processing', 'requires_capture']);

/**
 * Takes a payment that needs the card's holder through 3-D Secure
 * (docs.stripe.com/js/payment_intents/handle_next_action): in a window over the page, which is left only if the bank
 * insists. A payment that succeeded meanwhile counts as a success. Never rejects: `message` says why it was not paid.
 */
export async function confirmPayment(clientSecret: string): Promise<Confirmed> {
  try {
    const stripe = await stripeClient();
    const known = await stripe.retrievePaymentIntent(clientSecret);
    if (known.paymentIntent && settled.has(known.paymentIntent.status)) return { ok: true };
    // After a failed check it wants a card again: asking for the check would be a mistake of ours, which Stripe.js
    // throws.
    if (known.paymentIntent && known.paymentIntent.status !== 'requires_action')
      return { ok: false, message: confirmTexts.notProven };
    const { paymentIntent, error } = await stripe.handleNextAction({ clientSecret });
    if (paymentIntent && settled.has(paymentIntent.status)) return { ok: true };
    return { ok: false, message: error?.message ?? confirmTexts.notProven };
  } catch {
    return { ok: false, message: confirmTexts.notReady };
  }
}
