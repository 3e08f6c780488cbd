import type { Appearance, StripeElementStyle } from '@stripe/stripe-js';

/** How a field frame is to look and behave; sent at the start and with every update. */
export interface FieldOptions {
  element: 'payment' | 'card';
  appearance: Appearance;
  /** Payment Element: labels over each field, a country unless it is collected elsewhere. */
  showCountry: boolean;
  country: string;
  accordion: boolean;
  readOnly: boolean;
  /** Card Element: its own styling. */
  style: StripeElementStyle;
  hideIcon: boolean;
}

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

/** `value` is what was asked for, `error` why there is none. */
export type Outcome<Value> = { value: Value; error?: undefined } | { value?: undefined; error: ErrorResult };

/** What a page may ask of a frame: each has one argument and one answer. */
export interface FrameMethods {
  options(options: FieldOptions): void;
  focus(argument: null): void;
  blur(argument: null): void;
  clear(argument: null): void;
  /** Checks the fields and shows what is wrong with them. */
  validate(argument: null): ErrorResult | undefined;
  createPaymentMethod(argument: { key: string; billing: BillingDetails }): Outcome<object>;
  /** The controller's: a call of Stripe's public API. */
  request(argument: {
    key: string;
    method: 'GET' | 'POST';
    path: string;
    parameters: Record<string, unknown>;
  }): Outcome<object>;
}
export type MethodName = keyof FrameMethods;

/** What a frame tells its page by itself. */
export interface FrameEvents {
  loaded: null;
  ready: null;
  change: { complete: boolean; empty: boolean; brand: string; error?: ErrorResult; country?: string };
  focus: null;
  blur: null;
  escape: null;
  /** Pixels that its content takes. */
  height: number;
}
export type EventName = keyof FrameEvents;

export type ToFrame = { call: number; method: MethodName; argument: unknown };
export type ToPage = { answer: number; result: unknown } | { event: EventName; detail: unknown };
