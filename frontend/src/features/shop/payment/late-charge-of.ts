import { lateCharge } from '#shared/model/late-charge';
import { sum } from '#shared/sum';
import type { OpenInvoices } from './open-invoices';

/** Yen that the terms set on top of open invoices if they are paid at a moment (unix seconds). */
export const lateChargeOf = ({ list }: Pick<OpenInvoices, 'list'>, paidAt: number): number =>
  sum(list.map(({ late }) => (late ? lateCharge(late.amount, late.since, paidAt) : 0)));
