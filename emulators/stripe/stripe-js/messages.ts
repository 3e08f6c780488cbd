import type { Appearance } from '@stripe/stripe-js';

interface BillingAddress {
  city?: string | null;
  country?: string | null;
  line1?: string | null;
  line2?: string | null;
  postal_code?: string | null;
  state?: string | null;
}
export interface BillingDetails {
  address?: BillingAddress | null;
  email?: string | null;
  name?: string | null;
  phone?: string | null;
}

/** An error as Stripe.js hands it to a page (docs.stripe.com/js/errors). */
export interface ErrorResult {
  type:
    | 'api_connection_error'
    | 'api_error'
    | 'card_error'
    | 'idempotency_error'
    | 'invalid_request_error'
    | 'validation_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  payment_method?: object;
  setup_intent?: object;
  payment_intent?: object;
}

/** `value` is the result; `error` says why there is none. */
export type Outcome<Value> = { value: Value; error?: undefined } | { value?: undefined; error: ErrorResult };

/** Methods of a frame that a page may call: each takes one argument and returns one result. */
export interface FrameMethods {
  /** The look; sent at the start and with every update. */
  appearance(appearance: Appearance): void;
  /** Checks the fields and shows their errors. */
  validate(argument: null): ErrorResult | undefined;
  createPaymentMethod(argument: { key: string; billing: BillingDetails }): Outcome<object>;
  /** Of the controller: calls Stripe's public API. */
  request(argument: {
    key: string;
    method: 'GET' | 'POST';
    path: string;
    parameters: Record<string, unknown>;
  }): Outcome<object>;
}
export type MethodName = keyof FrameMethods;

/** Messages that a frame sends to its page unasked. */
export interface FrameEvents {
  loaded: null;
  ready: null;
  change: { complete: boolean; empty: boolean };
  /** Height of its content in pixels. */
  height: number;
}
export type EventName = keyof FrameEvents;

export type ToFrame = { call: number; method: MethodName; argument: unknown };
export type ToPage = { response: number; result: unknown } | { event: EventName; detail: unknown };
