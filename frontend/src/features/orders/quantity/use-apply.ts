import { changeQuantities } from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import type { Charge } from '#shared/model/pricing';
import type { QuantityChange } from '#shared/model/quantities';
import { callApi } from '../../../lib/api';
import { confirmPayment } from '../../payments/payment/confirm-payment';
import { useRefreshShop } from '../../../lib/use-shops';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key';

/**
 * The outcome of an attempt. `unproven`: the bank's own check was not passed, and nothing has changed; `unknown`: the
 * connection was lost in it, so that it may be paid.
 */
export type Applied =
  | { outcome: 'done'; shop: ShopRecord; charge: Charge }
  | { outcome: 'unproven' | 'unknown'; message: string }
  | { outcome: 'failed'; error: unknown };

/**
 * Makes a change once, however often it is tried: every attempt for one preview carries the same idempotency key until
 * the server has refused it. `renew` begins another one, for another preview.
 */
export function useApply(
  customerId: string,
  subscriptionId: string,
): { apply: (change: QuantityChange) => Promise<Applied>; renew: () => void } {
  const key = useIdempotencyKey();
  const refresh = useRefreshShop(customerId);

  const apply = async (change: QuantityChange): Promise<Applied> => {
    const send = () =>
      callApi(changeQuantities, { params: { id: subscriptionId }, body: change }, { idempotencyKey: key.value() });
    try {
      const { shop, charge } = await send();
      if (charge.status !== 'requires_action') return { outcome: 'done', shop, charge };
      const proof = await confirmPayment(charge.clientSecret);
      if (!proof.ok) {
        // The same request again then finds the outcome.
        if (proof.unknown) return { outcome: 'unknown', message: proof.message };
        key.renew();
        return { outcome: 'unproven', message: proof.message };
      }
      // It is paid. The same request again makes the changes that follow the payment; if it cannot, the shop is shown
      // as Stripe has it, or as in the earlier response.
      const settled = await send()
        .then((response) => response.shop)
        .catch(refresh)
        .catch(() => shop);
      return { outcome: 'done', shop: settled, charge };
    } catch (error) {
      key.failed(error);
      return { outcome: 'failed', error };
    }
  };

  return { apply, renew: key.renew };
}
