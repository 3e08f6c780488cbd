import { dayInJapan, daysBetweenInJapan } from '#shared/model/japan-time';
import { lateCharge, lateChargePercent } from '#shared/model/late-charge';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { addLateCharge, renewalPayment, type RenewalPayment } from '../../adapters/stripe/late-charges';
import { optionalEnv } from '../../runtime/environment';
import { logger } from '../../runtime/logger';

/** The text on the invoice. */
const describe = ({ dueAt, paidAt }: RenewalPayment): string =>
  `遅延損害金（${dayInJapan(dueAt)}ご請求分、${daysBetweenInJapan(dueAt, paidAt)}日、年${lateChargePercent}%）`;

/**
 * Adds the late charge of the terms (spec 1) to the next invoice, if an invoice was paid late and the stage charges it
 * (decision 035). Safe to repeat. If the subscription has ended, there is no next invoice, and an error in the log
 * tells the staff.
 */
export async function chargeLatePayment(invoiceId: string): Promise<void> {
  if (optionalEnv('CHARGES_LATE') !== 'true') return;
  const options = { until: clock.now() + callBudget };
  const payment = await renewalPayment(invoiceId, options);
  const yen = payment ? lateCharge(payment.yen, payment.dueAt, payment.paidAt) : 0;
  if (!payment || yen === 0) return;
  if (payment.over) {
    logger.warn('a late charge has no next invoice, because the subscription has ended', { invoiceId, yen });
    return;
  }
  await addLateCharge(payment, { yen, description: describe(payment) }, options);
}
