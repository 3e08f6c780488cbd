import StripeSdk, { type Stripe } from 'stripe';
import { CallError } from '#shared/errors';
import { Unavailable } from '../../runtime/unavailable';
import { declineReason } from './decline-reasons';

const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof StripeSdk.errors.StripeError;

/** Whether Stripe refused our key; 403 is a key without a right, which reading it again may cure too. */
export const isKeyRefused = (error: unknown): boolean =>
  isStripeError(error) && (error.statusCode === 401 || error.statusCode === 403);

/**
 * Whether Stripe did not accept what a request asks for: it names what is not there, or asks of it what it does not
 * have.
 */
export const isInvalid = (error: unknown): boolean => error instanceof StripeSdk.errors.StripeInvalidRequestError;

/** Whether Stripe answered that what a request names does not exist. */
export const isMissing = (error: unknown): boolean => isStripeError(error) && error.statusCode === 404;

/**
 * Whether Stripe refused the promotion code of a request that has one: it was not carried out, and will not be however
 * often it is sent. Stripe may name the parameter or the coupon's fault (docs.stripe.com/error-codes), or say it in
 * its message alone; an error that names no parameter at all is taken for the code's.
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

/** Whether Stripe refused the payment method that a request names: it was removed since it was looked at. */
export const isCardGone = (error: unknown): boolean =>
  error instanceof StripeSdk.errors.StripeInvalidRequestError && (error.param ?? '').includes('payment_method');

/**
 * Whether a write was answered with a failure on Stripe's side. Stripe keeps such an answer under the idempotency key
 * (docs.stripe.com/api/idempotent_requests), so that only another key can bring another one.
 */
export function isKeySpent(error: unknown): boolean {
  const cause = error instanceof Unavailable ? error.cause : error;
  return isStripeError(cause) && (cause.statusCode ?? 0) >= 500;
}

/**
 * What a failure of Stripe's means to a caller, in the one place where that is decided. Refusals of what we sent stay
 * as they are: they are for the step that sent it, or a fault of ours.
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
