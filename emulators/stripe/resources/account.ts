import type Stripe from 'stripe';
import { page, paging } from '../wire/paging';
import { fields, paramsOf, text, unsupported } from '../wire/params';
import { route, type Route } from '../calls/route';
import type { Account } from '../state/account';

const listParams = paramsOf<Stripe.TaxIdListParams>()({
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
  route('GET /v1/tax_ids', listParams, ({ account }, { owner: _owner, ...paging }) => {
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
