import type Stripe from 'stripe';
import { route, type Route } from '../calls/route';
import type { Account } from '../state/account';
import { day } from '../time/periods';
import { hasAll, page, paging, timeFilter, withinTime } from '../wire/paging';
import { choice, fields, flag, list, paramsOf, required, text, unsupported } from '../wire/params';

const paymentListParams = paramsOf<Stripe.InvoicePaymentListParams>()({
  ...paging,
  created: timeFilter,
  invoice: text(),
  payment: fields({ type: required(choice('payment_intent')), payment_intent: text() }),
  status: choice('canceled', 'open', 'paid'),
});
const eventListParams = paramsOf<Stripe.EventListParams>()({
  ...paging,
  created: timeFilter,
  delivery_success: flag(),
  type: text(),
  types: list(text(), 20),
});

/** Resources that can only be read: payments of invoices, charges, events. */
export const readOnlyRoutes: Route[] = [
  route(
    'GET /v1/invoice_payments',
    paymentListParams,
    ({ account }, { created, invoice, payment, status, ...paging }) => {
      const all = account.store
        .all('invoicePayments')
        .filter((one) => hasAll(one, { invoice, status }) && withinTime(one.created, created))
        .filter(({ payment: paid }) => !payment?.payment_intent || paid.payment_intent === payment.payment_intent);
      return page('/v1/invoice_payments', all, paging, 'invoice payment');
    },
  ),
  // docs.stripe.com/api/events/list: of the last thirty days
  route(
    'GET /v1/events',
    eventListParams,
    ({ account }, { created, delivery_success: delivered, type, types, ...paging }) => {
      const matches = (name: string, pattern: string): boolean =>
        pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
      const all = account.store
        .all('events')
        .filter((one) => one.created > account.now - 30 * day && withinTime(one.created, created))
        .filter((one) => type === undefined || matches(one.type, type))
        .filter((one) => !types || types.some((pattern) => matches(one.type, pattern)))
        .filter((one) => delivered === undefined || (one.pending_webhooks === 0) === delivered);
      return page('/v1/events', all, paging, 'event');
    },
  ),
];

const endpointListParams = paramsOf<Stripe.WebhookEndpointListParams>()({ ...paging });

/** The webhook endpoint of the emulator's options: one at most. No call creates or changes it. */
export const webhookEndpointRoutes: Route[] = [
  route('GET /v1/webhook_endpoints', endpointListParams, ({ account }, paging) => {
    const webhook = account.addresses.webhook?.();
    const endpoint: Omit<Stripe.WebhookEndpoint, 'lastResponse'> | undefined =
      webhook === undefined
        ? undefined
        : {
            id: 'we_local',
            object: 'webhook_endpoint',
            api_version: null,
            application: null,
            created: 0,
            description: null,
            enabled_events: [...(webhook.events ?? ['*'])],
            livemode: false,
            metadata: {},
            status: 'enabled',
            url: webhook.url,
          };
    return page('/v1/webhook_endpoints', endpoint ? [endpoint] : [], paging, 'webhook endpoint');
  }),
];

const taxIdListParams = paramsOf<Stripe.TaxIdListParams>()({
  ...paging,
  owner: fields({ account: unsupported, customer: unsupported, customer_account: unsupported, type: text() }),
});

/** The id of the account's own tax id. */
const taxIdOf = (account: Account): string | undefined =>
  account.settings.taxId === undefined ? undefined : 'atxi_local';

/**
 * The dashboard settings of the account that the portal reads: its own tax id, and that new invoices carry it
 * (docs.stripe.com/invoicing/taxes/account-tax-ids).
 */
export const accountRoutes: Route[] = [
  route('GET /v1/account', {}, ({ account }) => {
    const taxId = taxIdOf(account);
    return {
      id: 'acct_local',
      object: 'account',
      country: 'JP',
      default_currency: 'jpy',
      business_profile: { name: account.settings.accountName },
      settings: { invoices: { default_account_tax_ids: taxId === undefined ? null : [taxId] } },
    };
  }),
  route('GET /v1/tax_ids', taxIdListParams, ({ account }, { owner: _owner, ...paging }) => {
    const id = taxIdOf(account);
    const { taxId } = account.settings;
    const own = {
      id: id ?? '',
      object: 'tax_id' as const,
      country: 'JP',
      created: 0,
      customer: null,
      customer_account: null,
      livemode: false,
      owner: { type: 'self' as const },
      type: 'jp_trn' as const,
      value: taxId ?? '',
      verification: null,
    };
    return page('/v1/tax_ids', id === undefined ? [] : [own], paging, 'tax id');
  }),
];
