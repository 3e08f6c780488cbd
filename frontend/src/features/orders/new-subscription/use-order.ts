import { createSubscription, setDefaultPaymentMethod } from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import type { PricedOrder } from '#shared/model/pricing';
import { callApi } from '../../../lib/api';
import { tryAgainText } from '../../shop-page/use-action-failed';
import { cardFailureTexts } from '../../payments/payment-method/use-save-card';
import { seenPrice } from '../order/use-pricing';
import { confirmPayment, unknownTitle, type Confirmed } from '../../payments/payment/confirm-payment';
import { failureText } from '../../../lib/api-failure';
import { useRefreshShop } from '../../../lib/use-shops';
import { useIdempotencyKey } from '../../../lib/use-idempotency-key';

export interface Order {
  /** The price that was shown, with its lines and whether there is a free trial. */
  pricing: PricedOrder;
  /** Empty for none. */
  promoCode: string;
  /** A card that was just saved; undefined for the shop's default card. */
  paymentMethodId: string | undefined;
}

/** The result of an order whose subscription was created. */
export interface Ordered {
  shop: ShopRecord;
  subscriptionId: string;
  /** Why the new card is not the shop's default; the subscription still exists (spec 8). */
  cardProblem?: string;
  /** Why its first payment is not made, or not known as made. */
  paymentProblem?: { title: string; text: string };
}

export type OrderResult = { ordered: Ordered } | { problem: string; error: unknown };

const problemOf = ({ unknown, message }: Extract<Confirmed, { ok: false }>): NonNullable<Ordered['paymentProblem']> =>
  unknown
    ? { title: unknownTitle, text: message }
    : { title: '初回のお支払いが完了していません', text: `お支払いが完了すると、ご契約が始まります。${message}` };

/**
 * Orders a subscription; a retry after a lost response creates no second one. Follows 3-D Secure, and makes a new card
 * the shop's default.
 */
export function useOrder(customerId: string): (order: Order) => Promise<OrderResult> {
  const key = useIdempotencyKey();
  const refresh = useRefreshShop(customerId);

  /** Makes a new card the shop's; returns a text if that failed. */
  const preferCard = async (paymentMethodId: string): Promise<ShopRecord | string> => {
    try {
      const { shop } = await callApi(setDefaultPaymentMethod, { body: { paymentMethodId, customerId } });
      return shop;
    } catch (error) {
      return failureText(error, { refused: cardFailureTexts.failed });
    }
  };

  const place = async ({ pricing, promoCode, paymentMethodId }: Order): Promise<Ordered> => {
    const body = {
      items: pricing.breakdown.map(({ priceId, quantity }) => ({ price: priceId, quantity })),
      trial: pricing.trial,
      seen: seenPrice(pricing),
      ...(promoCode !== '' && { promoCode }),
      ...(paymentMethodId !== undefined && { paymentMethodId }),
    };
    const { shop, subscriptionId, charge } = await callApi(
      createSubscription,
      { params: { customerId }, body },
      { idempotencyKey: key.value() },
    );
    const ordered: Ordered = { shop, subscriptionId };
    if (charge.status === 'requires_action') {
      const confirmed = await confirmPayment(charge.clientSecret);
      // If the shop cannot be read again now, the response's data is shown until it can.
      ordered.shop = await refresh().catch(() => shop);
      if (!confirmed.ok) ordered.paymentProblem = problemOf(confirmed);
    }
    if (paymentMethodId === undefined) return ordered;
    const preferred = await preferCard(paymentMethodId);
    return typeof preferred === 'string' ? { ...ordered, cardProblem: preferred } : { ...ordered, shop: preferred };
  };

  return async (wanted) => {
    try {
      return { ordered: await place(wanted) };
    } catch (error) {
      key.failed(error);
      const problem = failureText(error, { refused: '', unreachable: tryAgainText });
      return { problem, error };
    }
  };
}
