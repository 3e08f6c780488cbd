import { embeddedList } from '../wire/paging';
import type { Account } from './account';
import { settleBalance } from './settle-balance';
import type {
  WireCoupon,
  WireCreditNote,
  WireInvoice,
  WireInvoiceItem,
  WireInvoicePayment,
  WireSubscription,
} from '../wire/objects';
import type { Kind, Kinds } from './kinds';

/** The addresses of an invoice's page and PDF (invoice.hosted_invoice_url, invoice.invoice_pdf). */
function invoiceLinks(
  account: Account,
  invoice: WireInvoice,
): { hosted_invoice_url: string | null; invoice_pdf: string | null } {
  const record = account.get('invoiceRecords', invoice.id);
  if (!record || invoice.number === null) return { hosted_invoice_url: null, invoice_pdf: null };
  const page = account.invoicePage(record.token);
  return { hosted_invoice_url: page, invoice_pdf: `${page}/pdf` };
}

/**
 * A draft follows its customer's balance until it is finalized
 * (docs.stripe.com/api/invoices/object#invoice_object-starting_balance). A preview is not in the store.
 */
function draftAmounts(account: Account, { id, total, customer }: WireInvoice): Partial<WireInvoice> {
  const owner = account.own('customers', customer);
  if (account.get('invoices', id)?.status !== 'draft' || owner.deleted) return {};
  const { balance } = owner;
  const { amountDue } = settleBalance(total, balance);
  return { starting_balance: balance, amount_due: amountDue, amount_remaining: amountDue };
}

export const renderInvoice = (account: Account, invoice: WireInvoice) => ({
  ...invoice,
  ...draftAmounts(account, invoice),
  ...invoiceLinks(account, invoice),
  default_tax_rates: invoice.default_tax_rates.map((id) => account.own('taxRates', id)),
  lines: embeddedList(`/v1/invoices/${invoice.id}/lines`, invoice.lines),
});

export const renderSubscription = (account: Account, subscription: WireSubscription) => ({
  ...subscription,
  default_tax_rates: subscription.default_tax_rates.map((id) => account.own('taxRates', id)),
  items: embeddedList(`/v1/subscription_items?subscription=${subscription.id}`, account.itemsOf(subscription.id)),
});

/** applies_to is in a response only if expanded (docs.stripe.com/api/coupons/object#coupon_object-applies_to). */
export const renderCoupon = ({ applies_to: _hidden, ...coupon }: WireCoupon): object => coupon;

export const renderInvoiceItem = (account: Account, item: WireInvoiceItem) => ({
  ...item,
  tax_rates: item.tax_rates.map((id) => account.own('taxRates', id)),
});

export const renderCreditNote = (account: Account, note: WireCreditNote) => ({
  ...note,
  lines: embeddedList(`/v1/credit_notes/${note.id}/lines`, note.lines),
  pdf: `${account.invoicePage(account.own('invoiceRecords', note.invoice).token)}/${note.id}`,
});

/** A stored thing in its wire form, nothing expanded. */
export function render<K extends Kind>(account: Account, kind: K, thing: Kinds[K]): object {
  if (kind === 'subscriptions') return renderSubscription(account, thing as WireSubscription);
  if (kind === 'coupons') return renderCoupon(thing as WireCoupon);
  if (kind === 'invoices') return renderInvoice(account, thing as WireInvoice);
  if (kind === 'creditNotes') return renderCreditNote(account, thing as WireCreditNote);
  if (kind === 'invoiceItems') return renderInvoiceItem(account, thing as WireInvoiceItem);
  return thing;
}

export const paymentsOf = (account: Account, invoice: string): WireInvoicePayment[] =>
  account.store.all('invoicePayments').filter((payment) => payment.invoice === invoice);
