import type { Page } from 'playwright/test';
import { makeShop, paidInvoice, stripeOf } from './testing/shops';
import { expect, test } from './testing/story';

/** Loads the screen anew until Stripe's event has reached the portal, and it has these words. */
const says = (page: Page, words: string): Promise<void> =>
  expect(async () => {
    await page.reload();
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });

const receiptLink = (page: Page) => page.getByRole('link', { name: '領収明細を作成' });

test(
  'a part is refunded: history and document say so; the receipt waits for the credit note',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    const { customerId } = await makeShop(portal, session, { name: '青山店', devices: 2, state: 'active' });
    const stripe = await stripeOf(portal);
    const { invoice, payment } = await paidInvoice(stripe, customerId);
    const refund = await stripe.refunds.create({ payment_intent: payment, amount: 8_800 });
    await page.goto(`/payment-history/${customerId}`);
    await says(page, '一部返金');
    await page
      .getByRole('link', { name: /^明細/ })
      .first()
      .click();
    await expect(page.getByText('一部返金')).toBeVisible();
    await expect(page.getByRole('region', { name: '内訳' })).toContainText('お支払い後の減額・返金−8,800円');
    await expect(page.getByText(/返金または異議申し立ての手続きがあるため/)).toBeVisible();
    await expect(receiptLink(page)).toHaveCount(0);

    const line = invoice.lines.data.find(({ amount }) => amount === 8_800)?.id ?? '';
    await stripe.creditNotes.create({
      invoice: invoice.id,
      lines: [{ type: 'invoice_line_item', invoice_line_item: line, amount: 8_800 }],
      refunds: [{ refund: refund.id }],
    });
    await expect(async () => {
      await page.reload();
      await expect(receiptLink(page)).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    // The note has an event of its own, after that of its invoice.
    await expect(async () => {
      await page.goto('/documents');
      const note = page.getByRole('listitem').filter({ hasText: '−8,800円' });
      await expect(note).toContainText('減額・返金', { timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
  },
);

test(
  'a payment is disputed and lost: no receipt, and it ends as refunded',
  { tag: '@once' },
  async ({ page, portal, owner: { session } }) => {
    const wish = { name: '青山店', devices: 2, card: 'pm_card_createDispute', state: 'active' } as const;
    const { customerId } = await makeShop(portal, session, wish);
    const stripe = await stripeOf(portal);
    const { invoice, payment } = await paidInvoice(stripe, customerId);
    await page.goto('/documents');
    await says(page, '異議申し立て中');
    await page.getByRole('listitem').filter({ hasText: '異議申し立て中' }).getByRole('link').click();
    await expect(page.getByText(/返金または異議申し立ての手続きがあるため/)).toBeVisible();
    await page.goto(`/payment-history/${customerId}/${invoice.id}/receipt`);
    await expect(page.getByText('領収明細を作成できません')).toBeVisible();

    const { data } = await stripe.disputes.list({ payment_intent: payment });
    await stripe.disputes.update(data[0]?.id ?? '', { evidence: { uncategorized_text: 'losing_evidence' } });
    await page.goto(`/payment-history/${customerId}`);
    await says(page, '返金済み');
    await page
      .getByRole('link', { name: /^明細/ })
      .first()
      .click();
    await expect(page.getByRole('region', { name: '内訳' })).toContainText('−18,700円');
  },
);
