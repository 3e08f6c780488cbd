import type { BillingDetails, Outcome } from '../messages';
import { Frame, unreachable } from './frame';

/** A setup or payment intent: the members that this code reads. Pages get the whole object. */
export interface Intent {
  id: string;
  object: 'payment_intent' | 'setup_intent';
  status: string;
  client_secret: string;
  next_action: {
    type: string;
    use_stripe_sdk?: { stripe_js?: string };
    redirect_to_url?: { url: string | null };
  } | null;
  last_setup_error?: object | null;
  last_payment_error?: object | null;
}
export type IntentKind = 'payment' | 'setup';

const secretShape = { setup: /^(seti_\w+?)_secret_\w+$/, payment: /^(pi_\w+?)_secret_\w+$/ } as const;

/** The id of the intent that a client secret belongs to; undefined if the secret is invalid or of another kind. */
export const intentIdOf = (kind: IntentKind, clientSecret: unknown): string | undefined =>
  typeof clientSecret === 'string' ? secretShape[kind].exec(clientSecret)?.[1] : undefined;

/** Stripe.js's requests to Stripe's public API, through one hidden frame of Stripe's origin. */
export class Api {
  #controller: Frame | undefined;

  constructor(
    readonly origin: string,
    readonly key: string,
  ) {}

  #request(method: 'GET' | 'POST', path: string, parameters: Record<string, unknown>): Promise<Outcome<object>> {
    if (!this.#controller) {
      this.#controller = new Frame(this.origin, '/elements/controller', '');
      const { element } = this.#controller;
      element.setAttribute('aria-hidden', 'true');
      element.tabIndex = -1;
      Object.assign(element.style, {
        position: 'absolute',
        width: '1px',
        height: '1px',
        opacity: '0',
        pointerEvents: 'none',
        inset: '0 auto auto 0',
      });
      document.body.append(element);
    }
    return this.#controller
      .call('request', { key: this.key, method, path, parameters })
      .catch(() => ({ error: unreachable() }));
  }

  retrieve(kind: IntentKind, clientSecret: string): Promise<Outcome<Intent>> {
    const path = `/v1/${kind}_intents/${intentIdOf(kind, clientSecret)}`;
    return this.#request('GET', path, { client_secret: clientSecret }) as Promise<Outcome<Intent>>;
  }

  confirm(
    kind: IntentKind,
    clientSecret: string,
    parameters: { payment_method: string | undefined; return_url: string | undefined },
  ): Promise<Outcome<Intent>> {
    const path = `/v1/${kind}_intents/${intentIdOf(kind, clientSecret)}/confirm`;
    return this.#request('POST', path, { ...parameters, client_secret: clientSecret, use_stripe_sdk: true }) as Promise<
      Outcome<Intent>
    >;
  }

  /** Makes a payment method from the card in an element's frame: its number never reaches the page. */
  createPaymentMethod(frame: Frame, billing: BillingDetails): Promise<Outcome<{ id: string }>> {
    const made = frame.call('createPaymentMethod', { key: this.key, billing }) as Promise<Outcome<{ id: string }>>;
    return made.catch(() => ({ error: unreachable() }));
  }
}
