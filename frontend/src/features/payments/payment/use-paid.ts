import type { ShopRecord } from '#shared/model/customer';
import type { Charge } from '#shared/model/pricing';
import type { CallOptions } from '../../../lib/api';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key';
import { confirmPayment, unknownTitle, type Confirmed } from './confirm-payment';

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
