import { lateCharge } from '#shared/model/late-charge';
import { sum } from '#shared/sum';
import type { OpenInvoices } from './open-invoices';

/** Stripe finalizes a renewal's invoice, and charges the card, an hour after it was made; seconds. */
const draftTime = 60 * 60;

/** Yen that the terms set on top of open invoices if they are paid at a moment (unix seconds). */
export const lateChargeOf = ({ list }: Pick<OpenInvoices, 'list'>, paidAt: number): number =>
  sum(list.map(({ amount, created }) => lateCharge(amount, created + draftTime, paidAt)));
