import { getConfig } from '#shared/contract/platform';
import { type FakeServer } from './server';

/** The page's loader keeps the first `window.Stripe` it finds: it gives each key the client of the test that has it. */
const clients = new Map<string, object>();

/** Stands in for the card provider's script: what a test wants to come of a confirmation, and what was confirmed. */
export class FakeStripe {
  readonly element = {
    on: () => undefined,
    off: () => undefined,
    mount: (node: HTMLElement) => void (node.textContent = 'カードの入力欄'),
    destroy: () => undefined,
    update: () => undefined,
  };
  readonly submit = jest.fn(async (): Promise<{ error?: { message?: string } }> => ({}));
  readonly confirmSetup = jest.fn(async (_options: object): Promise<object> => ({
    setupIntent: { status: 'succeeded', payment_method: 'pm_new' },
  }));
  readonly retrieveSetupIntent = jest.fn(async (_secret: string): Promise<object> => ({
    setupIntent: { status: 'succeeded', payment_method: 'pm_new', last_setup_error: null },
  }));
  readonly retrievePaymentIntent = jest.fn(async (_secret: string): Promise<object> => ({
    paymentIntent: { status: 'requires_action', last_payment_error: null },
  }));
  readonly handleNextAction = jest.fn(async (_options: object): Promise<object> => ({
    paymentIntent: { status: 'succeeded' },
  }));

  /**
   * Puts it where the page looks for it, and has the server tell its key. A new key each time: the page makes one
   * client for each.
   */
  install(server: FakeServer): this {
    const elements = {
      create: () => this.element,
      getElement: () => null,
      update: () => undefined,
      submit: this.submit,
    };
    const client = {
      elements: () => elements,
      confirmSetup: this.confirmSetup,
      retrieveSetupIntent: this.retrieveSetupIntent,
      retrievePaymentIntent: this.retrievePaymentIntent,
      handleNextAction: this.handleNextAction,
      createToken: () => undefined,
      createPaymentMethod: () => undefined,
      confirmCardPayment: () => undefined,
      _registerWrapper: () => undefined,
    };
    const key = `pk_live_${clients.size}`;
    clients.set(key, client);
    (window as unknown as { Stripe: unknown }).Stripe ??= (known: string) => clients.get(known);
    server.on(getConfig, {
      stage: 'test',
      stripePublishableKey: key,
      stripeJsUrl: null,
      postalLookupUrl: 'https://postal.test',
      chargesLate: false,
    });
    return this;
  }
}
