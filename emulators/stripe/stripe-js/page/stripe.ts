import { Api } from './api';
import { IntegrationError } from './billing';
import { confirm, handleNextAction, retrieve, type ConfirmOptions } from './confirm';
import { Elements, type ElementsOptions } from './elements';

// Stripe's origin is that of the script: its frames and its API are there too.
const { src } = document.currentScript as HTMLScriptElement;

/** Members of Stripe.js that this stand-in does not support. */
const unsupported = [
  'createPaymentMethod',
  'confirmCardSetup',
  'confirmCardPayment',
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
    confirmSetup: (options: ConfirmOptions) => confirm(api, 'setup', options),
    confirmPayment: (options: ConfirmOptions) => confirm(api, 'payment', options),
    retrieveSetupIntent: (secret: string) => retrieve(api, 'setup', secret),
    retrievePaymentIntent: (secret: string) => retrieve(api, 'payment', secret),
    handleNextAction: (options: { clientSecret: string }) => handleNextAction(api, options),
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
  };
}

// The loader compares the version with the one it was made for, and warns about another.
Object.assign(window, { Stripe: Object.assign(createStripe, { version: 'endive' }) });
