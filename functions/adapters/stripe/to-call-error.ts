import StripeSdk, { type Stripe } from 'stripe';
import { CallError } from '#shared/errors';
import { Unavailable } from '../../runtime/unavailable';
import { declineReason } from './decline-reasons';

const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof StripeSdk.errors.StripeError;

/** Whether Stripe refused our key. 403 means that the key lacks a permission; reading it again may help then too. */
export const isKeyRefused = (error: unknown): boolean =>
  isStripeError(error) && (error.statusCode === 401 || error.statusCode === 403);

/**
 * Whether Stripe refused the content of a request: it names an object that does not exist, or requires something that
 * the object does not have.
 */
export const isInvalid = (error: unknown): boolean => error instanceof StripeSdk.errors.StripeInvalidRequestError;

/** Whether Stripe responded that a named object does not exist. */
export const isMissing = (error: unknown): boolean => isStripeError(error) && error.statusCode === 404;

/**
 * Whether Stripe refused the promotion code of a request that has one. The request was not carried out, and a repeat
 * will not be either. Stripe may name the parameter or the coupon's fault (docs.stripe.com/error-codes), or say it only
 * in its message; an error that names no parameter at all is taken for the code's.
 */
export function isPromotionRefused(error: unknown): boolean {
  if (!(error instanceof StripeSdk.errors.StripeInvalidRequestError)) return false;
  const { param, code, message } = error;
  if (!param || code === 'coupon_expired') return true;
  return /^(discounts|promotion_code|coupon)/.test(param) || /promotion code|coupon/i.test(message);
}

/** Whether Stripe refused the customer that a request names: it was deleted. */
export const isCustomerGone = (error: unknown): boolean =>
  error instanceof StripeSdk.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.param === 'customer';

/** Whether Stripe refused the payment method that a request names: it was removed since it was read. */
export const isCardGone = (error: unknown): boolean =>
  error instanceof StripeSdk.errors.StripeInvalidRequestError && (error.param ?? '').includes('payment_method');

/**
 * Whether Stripe responded to a write with a failure of its own. It keeps such a response under the idempotency key
 * (docs.stripe.com/api/idempotent_requests), so that only a new key can get a different one.
 */
export function isKeySpent(error: unknown): boolean {
  const cause = error instanceof Unavailable ? error.cause : error;
  return isStripeError(cause) && (cause.statusCode ?? 0) >= 500;
}

/**
 * The one place that decides what an error from Stripe means to a caller. Refusals of our request stay unchanged: they
 * are for the step that sent it, or a bug of ours.
 */
export function toCallError(error: unknown): unknown {
  if (!isStripeError(error)) return error;
  if (error instanceof StripeSdk.errors.StripeCardError) {
    return new CallError('CARD_DECLINED', { text: declineReason(error.decline_code, error.code), cause: error });
  }
  const status = error.statusCode ?? 0;
  const unreachable =
    error instanceof StripeSdk.errors.StripeConnectionError ||
    status >= 500 ||
    status === 429 ||
    status === 409 ||
    isKeyRefused(error);
  return unreachable ? new Unavailable('stripe', error) : error;
}
