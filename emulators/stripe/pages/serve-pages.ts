import type { WireRequest, WireResponse } from '../../platform/index';
import { failPayment, succeedPayment } from '../rules/charge-intent';
import { afterPayment } from '../rules/collect-invoice';
import { finishSetupAuthentication } from '../rules/confirm-setup';
import { endAuthentications } from '../rules/three-d-secure';
import type { Account } from '../state/account';
import type { AuthenticationRecord } from '../state/records';
import { corsHeaders } from '../wire/cors';
import { parseForm } from '../wire/form';
import { htmlPage } from './html';
import { creditNoteDocument, invoiceDocument } from './invoice-document';
import { invoicePage } from './invoice-page';
import { invoicePdf } from './invoice-pdf';

const html = (status: number, page: string): WireResponse => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  body: page,
});
const json = (status: number, body: object): WireResponse => ({
  status,
  headers: { ...corsHeaders, 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(body),
});

function servedInvoice(account: Account, token: string, pdf: boolean): WireResponse {
  const record = account.store.all('invoiceRecords').find((one) => one.token === token);
  const invoice = record && account.get('invoices', record.id);
  if (!invoice || invoice.number === null)
    return html(404, htmlPage('見つかりません', '<h1>請求書が見つかりません</h1>'));
  const document = invoiceDocument(account, invoice);
  if (!pdf) return html(200, invoicePage(document, `${account.invoicePage(token)}/pdf`));
  const kind = document.title === '領収書' ? 'Receipt' : 'Invoice';
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${kind}-${invoice.number}.pdf"`,
    },
    body: invoicePdf(document),
  };
}

function servedCreditNote(account: Account, token: string, id: string): WireResponse {
  const note = account.get('creditNotes', id);
  if (!note || account.own('invoiceRecords', note.invoice).token !== token)
    return html(404, htmlPage('見つかりません', '<h1>クレジットノートが見つかりません</h1>'));
  return {
    status: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="CreditNote-${note.number}.pdf"`,
    },
    body: invoicePdf(creditNoteDocument(account, note)),
  };
}

/**
 * Records the outcome of the authentication; the intent moves on
 * (docs.stripe.com/payments/3d-secure/authentication-flow).
 */
function finishAuthentication(
  account: Account,
  authentication: AuthenticationRecord,
  complete: boolean,
): { id: string; object: string; status: string } {
  const { intent: id, paymentMethod: method } = authentication;
  if (account.get('setupIntents', id)) return finishSetupAuthentication(account, id, method, complete);
  endAuthentications(account, id);
  const outcome = complete
    ? succeedPayment(account, id, method)
    : failPayment(
        account,
        id,
        method,
        {
          code: 'payment_intent_authentication_failure',
          message:
            'We are unable to authenticate your payment method. Please choose a different payment method and try ' +
            'again.',
        },
        false,
      );
  afterPayment(account, outcome);
  return account.own('paymentIntents', id);
}

function servedAuthentication(account: Account, request: WireRequest, id: string): WireResponse {
  const authentication = account.get('authentications', id);
  if (!authentication) {
    return json(404, {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such authentication: '${id}'` },
    });
  }
  const { outcome } = parseForm(request.body.toString('utf8'));
  if (outcome !== 'complete' && outcome !== 'fail') {
    return json(400, {
      error: { type: 'invalid_request_error', param: 'outcome', message: 'Invalid outcome: must be complete or fail' },
    });
  }
  const intent = finishAuthentication(account, authentication, outcome === 'complete');
  return json(200, {
    id,
    object: 'three_d_secure_outcome',
    outcome,
    intent: { id: intent.id, object: intent.object, status: intent.status },
  });
}

/** The pages beside the API; undefined for any other path. */
export function servePage(account: Account, request: WireRequest, path: string): WireResponse | undefined {
  const [, area, id, what, ...more] = path.split('/');
  if (more.length > 0 || !id) return undefined;
  if (area === 'i' && request.method === 'GET' && (what === undefined || what === 'pdf'))
    return servedInvoice(account, id, what === 'pdf');
  if (area === 'i' && request.method === 'GET' && what?.startsWith('cn_')) return servedCreditNote(account, id, what);
  // Its page for people is Stripe.js's (`stripe-js/create-stripe-js-assets.ts`).
  if (area === '3ds' && what === undefined && request.method === 'POST')
    return servedAuthentication(account, request, id);
  return undefined;
}
