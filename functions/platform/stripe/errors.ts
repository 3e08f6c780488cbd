import StripeSdk, { type Stripe } from 'stripe';
import { CallError, errors } from '#shared/errors';
import { managedText } from '#shared/model/subscription';
import { Unavailable } from '#functions/platform/unavailable';

const isStripeError = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof StripeSdk.errors.StripeError;

/** Whether Stripe refused our key. 403 means that the key lacks a permission; reading it again may help then too. */
export const isKeyRefused = (error: unknown): boolean =>
  isStripeError(error) && (error.statusCode === 401 || error.statusCode === 403);

/** Whether Stripe refused the content of a request: an object that does not exist or lacks something. */
export const isInvalid = (error: unknown): boolean => error instanceof StripeSdk.errors.StripeInvalidRequestError;

const isMissing = (error: unknown): boolean => isStripeError(error) && error.statusCode === 404;

const unless =
  (isExpected: (error: unknown) => boolean) =>
  <T>(request: Promise<T>): Promise<T | undefined> =>
    request.catch((error: unknown) => {
      if (isExpected(error)) return undefined;
      throw error;
    });

/** The result of a request; undefined if Stripe reports that the object it names does not exist. */
export const unlessMissing = unless(isMissing);

/** The same, also for any other reason that {@link isInvalid} names. */
export const unlessInvalid = unless(isInvalid);

/**
 * Whether Stripe refused the promotion code of a request that has one. The request was not carried out, and a repeat
 * will not be either. Stripe may name the parameter or the coupon's fault (docs.stripe.com/error-codes), or say it only
 * in its message; an error without any parameter is blamed on the code.
 */
export function isPromotionRefused(error: unknown): boolean {
  if (!(error instanceof StripeSdk.errors.StripeInvalidRequestError)) return false;
  const { param, code, message } = error;
  if (!param || code === 'coupon_expired') return true;
  return /^(discounts|promotion_code|coupon)/.test(param) || /promotion code|coupon/i.test(message);
}

/** Whether Stripe refused the customer that a request names, because it was deleted. */
export const isCustomerGone = (error: unknown): boolean =>
  error instanceof StripeSdk.errors.StripeInvalidRequestError &&
  ((error.code === 'resource_missing' && error.param === 'customer') || /cannot be expanded/.test(error.message));

/** Whether Stripe refused the payment method that a request names: it was removed since it was read. */
export const isCardGone = (error: unknown): boolean =>
  error instanceof StripeSdk.errors.StripeInvalidRequestError && (error.param ?? '').includes('payment_method');

/** Whether a limit for one subscription was reached, such as 20 invoices a day (docs.stripe.com/rate-limits). */
const isObjectLimited = (error: Stripe.errors.StripeError): boolean =>
  error.statusCode === 429 && error.headers?.['stripe-rate-limited-reason'] === 'resource-specific';

/** Whether Stripe asked for fewer requests; its limits for one object last too long to wait for. */
export const isRateLimited = (error: unknown): boolean =>
  isStripeError(error) && error.statusCode === 429 && !isObjectLimited(error);

/** Seconds after which one more change is worth a try: Stripe does not say how long its limit for an object lasts. */
const limitedFor = 60 * 60;

/** Whether an error is the kept response to an earlier request with the same idempotency key. */
export function isReplayed(error: unknown): boolean {
  const cause = error instanceof Unavailable || error instanceof CallError ? error.cause : error;
  return isStripeError(cause) && cause.headers?.['idempotent-replayed'] === 'true';
}

/** Failures of a connection before anything was sent. */
const notSent = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']);

/**
 * Whether a request may have been carried out although it got no result: no response came in time, or one that says
 * nothing about it (docs.stripe.com/error-low-level: the result of a 500 is indeterminate).
 */
function isUndecided(error: Stripe.errors.StripeError): boolean {
  if (!(error instanceof StripeSdk.errors.StripeConnectionError)) return (error.statusCode ?? 0) >= 500;
  const { detail } = error as { detail?: unknown };
  return !(detail instanceof Error && 'code' in detail && notSent.has(detail.code));
}

/** Decides alone what an error from Stripe means to a caller; refusals of our own request stay unchanged. */
export function toCallError(error: unknown, charges = false): unknown {
  if (!isStripeError(error)) return error;
  if (error instanceof StripeSdk.errors.StripeCardError) {
    return new CallError('CARD_DECLINED', { text: declineReason(error.decline_code, error.code), cause: error });
  }
  if (isInvalid(error)) {
    // Fact `schedule-owns-the-end`.
    if (error.message.includes('managed by the subscription schedule'))
      return new CallError('SUBSCRIPTION_NOT_CHANGEABLE', { text: managedText, cause: error });
    // The subscription, or its period, has ended since it was read (fact `late-update-is-refused`).
    if (error.message.includes('canceled subscription can only update'))
      return new CallError('SUBSCRIPTION_NOT_CHANGEABLE', { cause: error });
    if (error.message.includes('proration_date')) return new CallError('PREVIEW_EXPIRED', { cause: error });
  }
  if (isObjectLimited(error))
    return new CallError('TOO_MANY_CHANGES', { details: { retryAfter: limitedFor }, cause: error });
  const status = error.statusCode ?? 0;
  // The first request with this idempotency key is still running (docs.stripe.com/error-codes).
  if (status === 409) return new Unavailable('stripe', error, charges ? 'charge' : 'write');
  const unreachable =
    error instanceof StripeSdk.errors.StripeConnectionError || status >= 500 || status === 429 || isKeyRefused(error);
  if (!unreachable) return error;
  return new Unavailable('stripe', error, charges && isUndecided(error) ? 'charge' : undefined);
}

/** Why a card was declined, without suspicions of theft or fraud (docs.stripe.com/declines/codes). */
const reasons: Readonly<Record<string, string>> = {
  insufficient_funds: 'カードの利用可能額が不足しています。別のカードをお試しください。',
  card_velocity_exceeded: 'カードの利用限度を超えています。別のカードをお試しください。',
  withdrawal_count_limit_exceeded: 'カードの利用限度を超えています。別のカードをお試しください。',
  expired_card: 'カードの有効期限が切れています。別のカードをお試しください。',
  invalid_expiry_month: 'カードの有効期限（月）が正しくありません。',
  invalid_expiry_year: 'カードの有効期限（年）が正しくありません。',
  incorrect_cvc: 'セキュリティコードが正しくありません。',
  invalid_cvc: 'セキュリティコードが正しくありません。',
  incorrect_number: 'カード番号が正しくありません。',
  invalid_number: 'カード番号が正しくありません。',
  incorrect_zip: 'カードに登録された郵便番号と一致しません。',
  authentication_required: 'カード会社による本人認証が必要です。画面の案内に従って認証してください。',
  setup_intent_authentication_failure: '本人認証に失敗しました。もう一度お試しいただくか、別のカードをご利用ください。',
  payment_intent_authentication_failure:
    '本人認証に失敗しました。もう一度お試しいただくか、別のカードをご利用ください。',
  card_not_supported: 'このカードはこのお支払いに対応していません。別のカードをお試しください。',
  currency_not_supported: 'このカードは日本円でのお支払いに対応していません。別のカードをお試しください。',
  issuer_not_available: 'カード会社に接続できませんでした。しばらくしてから、もう一度お試しください。',
  processing_error: 'カードの処理中にエラーが発生しました。しばらくしてから、もう一度お試しください。',
  try_again_later: 'カードの処理中にエラーが発生しました。しばらくしてから、もう一度お試しください。',
};

/** The text for a card error from Stripe, by its decline code, otherwise by its code. */
export const declineReason = (declineCode: string | undefined, code: string | undefined): string =>
  reasons[declineCode ?? ''] ?? reasons[code ?? ''] ?? errors.CARD_DECLINED.text;
