import type { Stripe } from 'stripe';
import { getDocument, issueReceipt } from '#functions/documents/calls';
import { readMissedEvents } from '#functions/jobs';
import { deliverEvents } from '#functions/testing/deliver-events';
import { startPaymentServices, type ShopOwner } from '#functions/testing/payment-services';
import { runJob } from '#functions/testing/run-job';
import { walk } from '#functions/testing/runbook';
import { createSubscribedShop, newestPayment } from '#functions/testing/subscribed';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';

const services = testServices(() => startPaymentServices({ taxId: 'T7123456789012' }));
const hour = 3_600_000;
let owner: ShopOwner;
beforeEach(async () => {
  owner = await services.createOwner();
});

/** The invoice of a shop that has just paid with a card, and its payment. */
async function paidWith(card: string): Promise<{ invoice: Stripe.Invoice; payment_intent: string }> {
  const { customerId } = await createSubscribedShop(services, owner, { total: 2, card });
  return newestPayment(services, customerId);
}
const markOf = async ({ id }: Stripe.Invoice): Promise<unknown> =>
  (await owner.browser.send(getDocument, { method: 'GET', path: '/api', params: { id } })).body['mark'];
const told = (words: string): string[] => services.toldStaff().filter((text) => text.includes(words));
async function hourLater(): Promise<void> {
  services.clock.advance(hour);
  await doTasks();
}

walk(
  'Refunds and disputes',
  'a refund without a credit note: the staff are asked until one links it; one with it asks nothing',
  async (section) => {
    const { invoice, payment_intent } = await paidWith('pm_card_visa');
    const { id: refund } = await services.stripe.refunds.create({ payment_intent, amount: 10_000 });
    await deliverEvents(services);
    section.says('the portal asks for it after an hour');
    await hourLater();
    expect(told('返還請求書（クレジットノート）のない返金があります')).toHaveLength(1);
    section.says('the portal asks for that one each week');
    services.clock.advance(7 * 24 * hour);
    await doTasks();
    expect(told('適格返還請求書の交付が必要です')).toHaveLength(2);
    const command = section.command('curl https://api.stripe.com/v1/credit_notes', {
      KEY: 'sk_test_local',
      INVOICE: invoice.id,
      REFUND: refund,
      LINE: invoice.lines.data[1]?.id ?? '',
      YEN: '8800',
    });
    const { data: refunds } = await services.stripe.refunds.list({ payment_intent });
    expect(refunds).toHaveLength(1);
    const form = [...command.matchAll(/-d (\S+)/g)].map(([, pair = '']) => pair).join('&');
    const body = `${form}&refunds[0][amount_refunded]=8800`;
    const headers = { authorization: 'Bearer sk_test_local', 'content-type': 'application/x-www-form-urlencoded' };
    const made = await fetch(`${services.urls.stripe}/v1/credit_notes`, { method: 'POST', headers, body });
    expect(made.status).toBe(200);
    section.says('"refund outside of Stripe" explains the refund as well');
    await services.stripe.creditNotes.create({
      invoice: invoice.id,
      lines: [{ type: 'invoice_line_item', invoice_line_item: invoice.lines.data[0]?.id ?? '', amount: 1_200 }],
      out_of_band_amount: 1_200,
    });
    await deliverEvents(services);
    services.clock.advance(7 * 24 * hour);
    await doTasks();
    expect(told('クレジットノート')).toHaveLength(2);
    section.says('it makes both at once');
    const other = await paidWith('pm_card_visa');
    await services.stripe.creditNotes.create({
      invoice: other.invoice.id,
      lines: [{ type: 'invoice_line_item', invoice_line_item: other.invoice.lines.data[1]?.id ?? '', amount: 8_800 }],
      refund_amount: 8_800,
    });
    await deliverEvents(services);
    await hourLater();
    expect(told('クレジットノート')).toHaveLength(2);
    expect(await markOf(other.invoice)).toBe('part-refunded');
  },
);

walk(
  'Refunds and disputes',
  'a dispute: told with its hour, not refunded; won it leaves no mark, closed it is lost; found without an event',
  async (section) => {
    const { invoice, payment_intent } = await paidWith('pm_card_createDispute');
    section.says('finds them within a day');
    await runJob(readMissedEvents);
    await doTasks();
    section.says('The message names the day and hour by which evidence must be there');
    expect(told('異議申し立て')).toEqual([expect.stringMatching(/証拠の提出期限: \d+年\d+月\d+日 \d+:\d\d/)]);
    expect(await markOf(invoice)).toBe('disputed');
    section.says('make no receipt of it while money is on its way back');
    const body = { addressee: '青山商会', proviso: '利用料として' };
    const receipt = { method: 'POST' as const, path: '/api', params: { id: invoice.id }, body };
    expect((await owner.browser.send(issueReceipt, receipt)).body['code']).toBe('DOCUMENT_RETURNING');
    section.says('Do not refund a disputed payment: Stripe refuses it');
    await expect(services.stripe.refunds.create({ payment_intent })).rejects.toMatchObject({ code: 'charge_disputed' });
    const { data } = await services.stripe.disputes.list({ payment_intent });
    await services.stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: 'winning_evidence' } });
    await deliverEvents(services);
    section.says('A dispute that is won, and an inquiry that is closed, leave no mark');
    expect(await markOf(invoice)).toBeUndefined();

    const other = await paidWith('pm_card_createDispute');
    const { data: disputes } = await services.stripe.disputes.list({ payment_intent: other.payment_intent });
    section.says('close the dispute there: it is lost');
    await services.stripe.disputes.close(disputes[0]?.id ?? '');
    await deliverEvents(services);
    section.says('A lost dispute counts as money that went back');
    expect(await markOf(other.invoice)).toBe('refunded');
    await hourLater();
    expect(told('クレジットノート')).toEqual([]);
  },
);
