import { getConfig } from '#shared/contract/platform';
import { type FakeServer } from './server';
import { stageConfig } from './stage-config';

/** The page's loader keeps the first `window.Stripe` it finds, so this one gives each key its own test's client. */
const clients = new Map<string, object>();

/** Replaces the card provider's script: the wanted outcome of a confirmation, and the confirmed data. */
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
  readonly confirmPayment = jest.fn(async (_options: object): Promise<object> => ({
    paymentIntent: { status: 'succeeded', payment_method: 'pm_new' },
  }));
  readonly updateElements = jest.fn((_options: object): void => undefined);
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
   * Installs it in the page, and makes the server name its key. A new key each time, because the page makes one client
   * for each key.
   */
  install(server: FakeServer): this {
    const elements = {
      create: () => this.element,
      getElement: () => null,
      update: this.updateElements,
      submit: this.submit,
    };
    const client = {
      elements: () => elements,
      confirmSetup: this.confirmSetup,
      confirmPayment: this.confirmPayment,
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
      ...stageConfig,
      stripePublishableKey: key,
    });
    return this;
  }
}
