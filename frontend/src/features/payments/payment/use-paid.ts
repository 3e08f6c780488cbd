import type { Stripe } from '@stripe/stripe-js';
import type { ShopRecord } from '#shared/model/customer';
import type { Charge } from '#shared/model/pricing';
import { failedWith, type ApiFailure, type CallOptions } from '../../../lib/api';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key';
import { stripeClient } from '../card/stripe';

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

/** What a response may say of a payment and of its shop. */
export interface Charging {
  charge?: Charge;
  shop?: ShopRecord;
}

/**
 * The outcome of an attempt that costs money. `unproven`: the bank's own check was not passed; `unknown`: the
 * connection was lost in it, so that it may be paid. `shop`: as it was read after the check, if it could be.
 */
export type Paid<Answer> =
  | { outcome: 'done'; answer: Answer; shop?: ShopRecord | undefined }
  | { outcome: 'unproven' | 'unknown'; answer: Answer; shop?: ShopRecord | undefined; message: string }
  | { outcome: 'refused'; error: unknown };

/** What to tell of a check that was not passed, by the action's own words, or whose outcome is unknown. */
export const unprovenText = (
  { outcome, message }: { outcome: 'unproven' | 'unknown'; message: string },
  title: string,
  lead = '',
): { title: string; text: string; card: boolean } =>
  outcome === 'unknown'
    ? { title: unknownTitle, text: message, card: false }
    : { title, text: lead + message, card: true };

interface PaidOptions {
  refresh?: () => Promise<ShopRecord>;
  /** Whether the same request is sent again after the check, which makes the changes that follow the payment. */
  settles?: boolean;
}

const proveCharge = async ({ charge }: Charging): Promise<Confirmed | undefined> =>
  charge?.status === 'requires_action' ? confirmPayment(charge.clientSecret) : undefined;

/**
 * Sends what costs money, once however often it is tried: each attempt carries the same idempotency key until the
 * server has refused it, the check was not passed, or `renew` begins another one. `prove` has the card's holder confirm
 * what the server answered; it returns undefined if there is nothing to confirm. `pay` never rejects.
 */
export function usePaid<Answer extends Charging>({ refresh, settles }: PaidOptions = {}) {
  const key = useIdempotencyKey();
  const pay = async (
    send: (options: CallOptions) => Promise<Answer>,
    prove: (answer: Answer) => Promise<Confirmed | undefined> = proveCharge,
  ): Promise<Paid<Answer>> => {
    const attempt = () => send({ idempotencyKey: key.value() });
    try {
      const answer = await attempt();
      const proof = await prove(answer);
      if (!proof) return { outcome: 'done', answer };
      const again = proof.ok && settles ? attempt().then(({ shop }) => shop) : refresh?.();
      const shop = await again?.catch(refresh).catch(() => undefined);
      if (proof.ok) return { outcome: 'done', answer, shop };
      // After a lost connection, the same request again finds the outcome.
      if (!proof.unknown) key.renew();
      return { outcome: proof.unknown ? 'unknown' : 'unproven', answer, shop, message: proof.message };
    } catch (error) {
      key.failed(error);
      return { outcome: 'refused', error };
    }
  };
  return { pay, renew: key.renew };
}
