import type Stripe from 'stripe';
import { addressParam, shippingParam, toAddress } from '../wire/address';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import { clearable, fields, integer, list, paramsOf, text, not, unsupported, type Params } from '../wire/params';
import { route, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { changeWithEvent, recordEvent } from '../events/record-event';
import { deleteCustomer } from '../rules/delete-customer';
import { attachPaymentMethod, payableWith } from '../rules/saved-cards';
import type { Account } from '../state/account';
import { newId, newInvoicePrefix } from '../state/new-id';
import { nulls, type WireCustomer } from '../wire/objects';

const changeable = {
  address: clearable(addressParam),
  balance: integer(),
  ...not('business_name cash_balance individual_name source tax tax_exempt validate'),
  description: clearable(text()),
  email: clearable(text(512)),
  invoice_prefix: text(12),
  invoice_settings: fields({
    custom_fields: unsupported,
    default_payment_method: clearable(text()),
    footer: clearable(text()),
    rendering_options: unsupported,
  }),
  metadata: metadata(),
  name: clearable(text(256)),
  next_invoice_sequence: integer({ min: 1 }),
  phone: clearable(text(20)),
  preferred_locales: list(text()),
  shipping: clearable(shippingParam),
} as const;

const createParams = paramsOf<Stripe.CustomerCreateParams>()({
  ...changeable,
  payment_method: text(),
  tax_id_data: unsupported,
  test_clock: text(),
});
const updateParams = paramsOf<Stripe.CustomerUpdateParams>()({ ...changeable, default_source: unsupported });
const listParams = paramsOf<Stripe.CustomerListParams>()({
  ...paging,
  created: timeFilter,
  email: text(512),
  test_clock: unsupported,
});

/** The fields that a request names, in the object's form. */
function changesOf(account: Account, before: WireCustomer, given: Params<typeof changeable>): Partial<WireCustomer> {
  const { address, email, shipping, invoice_settings: settings, metadata: change, description, ...plain } = given;
  if (email && !/^[^\s@]+@[^\s@]+$/.test(email))
    throw errors.invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
  const method = settings?.default_payment_method;
  return {
    ...plain,
    ...(description !== undefined && { description }),
    ...(email !== undefined && { email }),
    ...(address !== undefined && { address: address && toAddress(address) }),
    ...(shipping !== undefined && {
      shipping: shipping && {
        address: toAddress(shipping.address),
        name: shipping.name,
        phone: shipping.phone ?? null,
      },
    }),
    ...(settings && {
      invoice_settings: {
        ...before.invoice_settings,
        ...(method !== undefined && {
          default_payment_method:
            method && payableWith(account, before.id, method, 'invoice_settings[default_payment_method]'),
        }),
        ...(settings.footer !== undefined && { footer: settings.footer }),
      },
    }),
    ...(change !== undefined && { metadata: mergeMetadata(before.metadata, change) }),
  };
}

const blank = (account: Account): WireCustomer => ({
  id: newId('cus'),
  object: 'customer',
  ...nulls('address currency customer_account default_source description discount email name phone shipping'),
  ...nulls('test_clock'),
  balance: 0,
  created: account.now,
  delinquent: false,
  invoice_prefix: newInvoicePrefix(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  next_invoice_sequence: 1,
  preferred_locales: [],
  tax_exempt: 'none',
});

export const customerRoutes: Route[] = [
  route('POST /v1/customers', createParams, ({ account }, { payment_method: method, test_clock: clock, ...given }) => {
    if (clock !== undefined) account.need('testClocks', clock, 'test_clock');
    const { id } = account.put('customers', { ...blank(account), test_clock: clock ?? null });
    if (method !== undefined) attachPaymentMethod(account, method, id);
    const customer = account.change('customers', id, changesOf(account, account.customer(id), given));
    recordEvent(account, 'customer.created', 'customers', customer);
    return customer;
  }),
  route('GET /v1/customers', listParams, ({ account }, { created, email, ...paging }) => {
    const all = account.store
      .all('customers')
      .filter((one): one is WireCustomer => !('deleted' in one) || !one.deleted)
      .filter((one) => hasAll(one, { email }) && withinTime(one.created, created));
    return page('/v1/customers', all, paging, 'customer');
  }),
  // A deleted customer can still be retrieved, as a stub (docs.stripe.com/api/customers/retrieve).
  route('GET /v1/customers/{customer}', {}, ({ account, path }) => account.need('customers', path['customer'] ?? '')),
  route('POST /v1/customers/{customer}', updateParams, ({ account, path }, given) => {
    const customer = account.customer(path['customer'] ?? '', 'id');
    return changeWithEvent(account, 'customer.updated', 'customers', customer.id, changesOf(account, customer, given));
  }),
  route('DELETE /v1/customers/{customer}', {}, ({ account, path }) => {
    const customer = account.customer(path['customer'] ?? '', 'id');
    return deleteCustomer(account, customer.id);
  }),
];
