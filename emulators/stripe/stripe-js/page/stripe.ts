import { Api, intentIdOf, type IntentKind } from './api';
import { confirmCard, confirmWithElements, methodOf, type CardOptions, type ConfirmOptions } from './confirm';
import { CardElement } from './element';
import { Elements, type ElementsOptions } from './elements';
import { billingOf, checkBilling } from './field-options';
import { IntegrationError } from './integration-error';
import { carryOutNextAction, intentResult, type IntentResult } from './next-action';
import type { BillingDetails } from '../messages';

// Stripe's origin is that of the script: its frames and its API are there too.
const { src } = document.currentScript as HTMLScriptElement;

interface MethodParams {
  type?: string;
  card?: unknown;
  billing_details?: BillingDetails;
  elements?: unknown;
  params?: { billing_details?: BillingDetails };
}

async function createPaymentMethod(api: Api, given: MethodParams) {
  const call = 'stripe.createPaymentMethod()';
  const group = given.elements;
  let element: unknown = given.card;
  if (group instanceof Elements) {
    if (!group.submitted) throw new IntegrationError(`elements.submit() must be called before ${call}.`);
    element = group.mountedPayment(call);
  } else if (given.type !== 'card')
    throw new IntegrationError(
      `The local stand-in for Stripe.js supports payment methods of type card only, not ${String(given.type)}.`,
    );
  if (!(element instanceof CardElement))
    throw new IntegrationError(`Invalid value for ${call}: card should be a card Element.`);
  const billing = billingOf(element.options, given.params?.billing_details ?? given.billing_details);
  checkBilling(element.options, billing, 'params', call);
  const made = await methodOf(api, element, billing);
  return 'error' in made ? made : { paymentMethod: made };
}

async function retrieve(api: Api, kind: IntentKind, clientSecret: string): Promise<IntentResult> {
  if (!intentIdOf(kind, clientSecret)) throw new IntegrationError(`Expected the client secret of a ${kind} intent.`);
  const found = await api.retrieve(kind, clientSecret);
  return found.error ? { error: found.error } : intentResult(kind, found.value);
}

async function handleNextAction(api: Api, { clientSecret }: { clientSecret: string }): Promise<IntentResult> {
  const kind = intentIdOf('setup', clientSecret) ? 'setup' : 'payment';
  const found = await retrieve(api, kind, clientSecret);
  if (found.error) return found;
  return carryOutNextAction(api, kind, 'setupIntent' in found ? found.setupIntent : found.paymentIntent);
}

/** Members of Stripe.js that this stand-in does not support. */
const unsupported = [
  'createToken',
  'createSource',
  'retrieveSource',
  'paymentRequest',
  'redirectToCheckout',
  'initCheckout',
  'initCheckoutElementsSdk',
  'createEmbeddedCheckoutPage',
  'createConfirmationToken',
  'handleCardAction',
  'verifyMicrodepositsForPayment',
  'verifyMicrodepositsForSetup',
  'collectBankAccountForPayment',
  'collectBankAccountForSetup',
  'collectBankAccountToken',
  'collectFinancialConnectionsAccounts',
  'createRadarSession',
  'verifyIdentity',
  'processOrder',
  'confirmUsBankAccountSetup',
  'confirmSepaDebitSetup',
  'confirmKonbiniPayment',
  'confirmPayPayPayment',
];

function createStripe(key: unknown): object {
  if (typeof key !== 'string' || key === '')
    throw new IntegrationError('Please call Stripe() with your publishable key.');
  if (!key.startsWith('pk_'))
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    );
  const api = new Api(new URL(src).origin, key);
  const refusals = unsupported.map((name) => [
    name,
    () => {
      throw new IntegrationError(`The local stand-in for Stripe.js does not support stripe.${name}().`);
    },
  ]);
  return {
    ...(Object.fromEntries(refusals) as object),
    elements: (options: ElementsOptions = {}) => new Elements(api, options),
    createPaymentMethod: (given: MethodParams) => createPaymentMethod(api, given),
    confirmSetup: (options: ConfirmOptions) => confirmWithElements(api, 'setup', options),
    confirmPayment: (options: ConfirmOptions) => confirmWithElements(api, 'payment', options),
    confirmCardSetup: (secret: string, data?: CardOptions, { handleActions = true } = {}) =>
      confirmCard(api, 'setup', secret, data, handleActions),
    confirmCardPayment: (secret: string, data?: CardOptions, { handleActions = true } = {}) =>
      confirmCard(api, 'payment', secret, data, handleActions),
    retrieveSetupIntent: (secret: string) => retrieve(api, 'setup', secret),
    retrievePaymentIntent: (secret: string) => retrieve(api, 'payment', secret),
    handleNextAction: (options: { clientSecret: string }) => handleNextAction(api, options),
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  };
}

// The loader compares the version with the one it was made for, and warns about another.
Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) });
