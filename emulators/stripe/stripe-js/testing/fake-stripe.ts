import { randomUUID } from 'node:crypto';
import type { WireRequest, WireResponse } from '../../../platform/index';
import { createStripeJsAssets } from '../create-stripe-js-assets';

interface FakeIntent {
  id: string;
  object: string;
  status: string;
  client_secret: string;
  next_action: object | null;
  last_setup_error: object | null;
  payment_method: string | null;
}

export interface FakeStripe {
  respond(request: WireRequest): Promise<WireResponse>;
  /** The calls in order, e.g. `POST /v1/payment_methods` with its form. */
  calls: { operation: string; form: Record<string, string>; authorization: string | undefined }[];
  /** A setup intent that waits for a card; its client secret. */
  newSetupIntent(): string;
}

const json = (status: number, body: object): WireResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const failed = (status: number, error: object): WireResponse => json(status, { error });

const newIntent = (id: string): FakeIntent => ({
  id,
  object: 'setup_intent',
  status: 'requires_payment_method',
  client_secret: `${id}_secret_abc`,
  next_action: null,
  last_setup_error: null,
  payment_method: null,
});

/** Confirms an intent by a payment method whose card has this number. */
function confirm(intent: FakeIntent, method: string, number: string, host: string): WireResponse {
  intent.payment_method = method;
  if (number === '4000000000009995') {
    intent.payment_method = null;
    return failed(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
      setup_intent: intent,
    });
  }
  const asks = number === '4000002760003184';
  intent.status = asks ? 'requires_action' : 'succeeded';
  const stripeJs = `http://${host}/3ds/payatt_${randomUUID()}?intent=${intent.id}`;
  intent.next_action = asks
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: stripeJs } }
    : null;
  return json(200, intent);
}

/** Ends the 3-D Secure of an intent. */
function authenticate(intent: FakeIntent, outcome: string): void {
  const done = outcome === 'complete';
  const error = {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: 'We are unable to authenticate your payment method.',
  };
  intent.status = done ? 'succeeded' : 'requires_payment_method';
  intent.next_action = null;
  intent.last_setup_error = done ? null : error;
}

/**
 * The few public endpoints of Stripe that Stripe.js calls, with three kinds of cards. Only for tests of the stand-in.
 */
export async function createFakeStripe(): Promise<FakeStripe> {
  const assets = await createStripeJsAssets();
  const intents = new Map<string, FakeIntent>();
  /** The card number of each payment method. */
  const numbers = new Map<string, string>();
  const calls: FakeStripe['calls'] = [];

  const call = (request: WireRequest): WireResponse => {
    const url = new URL(request.url, 'http://stripe');
    const form = Object.fromEntries(
      new URLSearchParams(request.method === 'GET' ? url.search : request.body.toString()),
    );
    calls.push({
      operation: `${request.method} ${url.pathname}`,
      form,
      authorization: request.headers['authorization'],
    });
    if (url.pathname.startsWith('/3ds/')) {
      for (const intent of intents.values())
        if (intent.status === 'requires_action') authenticate(intent, form['outcome'] ?? '');
      return json(200, {});
    }
    if (url.pathname === '/v1/payment_methods') {
      const id = `pm_${calls.length}`;
      numbers.set(id, form['card[number]'] ?? '');
      return json(200, { id, object: 'payment_method', type: 'card' });
    }
    const intent = intents.get(url.pathname.split('/')[3] ?? '');
    if (!intent || intent.client_secret !== form['client_secret']) {
      return failed(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'No such setupintent',
        param: 'intent',
      });
    }
    if (request.method === 'GET') return json(200, intent);
    const method = form['payment_method'] ?? '';
    return confirm(intent, method, numbers.get(method) ?? '', request.headers['host'] ?? '');
  };

  return {
    calls,
    respond: async (request) => assets(request) ?? call(request),
    newSetupIntent: () => {
      const intent = newIntent(`seti_${intents.size + 1}`);
      intents.set(intent.id, intent);
      return intent.client_secret;
    },
  };
}
