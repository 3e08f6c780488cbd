import { changeWithEvent, recordEvent } from '../events/record-event';
import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import { nulls, type WireCoupon, type WireDiscount, type WirePromotionCode } from '../wire/objects';
import { fields, text, type Params } from '../wire/params';
import { errors } from '../wire/errors';
import { addMonths } from '../time/periods';

const shape = { coupon: text(), discount: text(), promotion_code: text() } as const;
/** A coupon, a promotion code, or an existing discount; exactly one of them. */
export const discountParam = fields(shape);
type DiscountParam = Params<typeof shape>;

const unusable = (message: string, param: string, code?: string): Error =>
  errors.invalid(message, { param, ...(code !== undefined && { code }) });

/** The coupon that a caller names. A deleted one does not exist (docs.stripe.com/api/coupons/delete). */
export function couponById(account: Account, id: string, param: string): WireCoupon {
  if (account.get('deletedCoupons', id)) throw errors.missingResource('coupon', id, param, param === 'id' ? 404 : 400);
  return account.need('coupons', id, param);
}

/** docs.stripe.com/billing/subscriptions/coupons: valid until redeem_by and while redemptions are left. */
export const couponIsValid = (coupon: WireCoupon, now: number): boolean =>
  (coupon.redeem_by === null || now < coupon.redeem_by) &&
  (coupon.max_redemptions === null || coupon.times_redeemed < coupon.max_redemptions);

/**
 * The restrictions of a code (docs.stripe.com/billing/subscriptions/coupons#promotion-codes). `subtotal` is in the
 * currency's smallest unit.
 */
function checkPromotionCode(
  account: Account,
  code: WirePromotionCode,
  customer: string,
  subtotal: number,
  currency: string,
  param: string,
): void {
  if (!code.active || (code.expires_at !== null && account.now >= code.expires_at)) {
    throw unusable(`This promotion code is expired or no longer active: ${code.code}`, param, 'coupon_expired');
  }
  if (code.customer !== null && code.customer !== customer) {
    throw unusable('This promotion code cannot be redeemed because it is limited to another customer.', param);
  }
  const {
    first_time_transaction: firstTime,
    minimum_amount: minimum,
    minimum_amount_currency: minimumCurrency,
  } = code.restrictions;
  // docs.stripe.com/billing/subscriptions/coupons, "Limit by first time order": a payment that only began counts
  // too.
  const prior =
    account.store
      .all('invoices')
      .some((one) => one.customer === customer && ['open', 'paid', 'uncollectible'].includes(one.status)) ||
    account.store.all('paymentIntents').some((one) => one.customer === customer);
  if (firstTime && prior) {
    throw unusable(
      'This promotion code cannot be redeemed because the associated customer has prior transactions.',
      param,
    );
  }
  if (minimum !== null && (currency !== minimumCurrency || subtotal < minimum)) {
    throw unusable(
      `This promotion code cannot be redeemed because the minimum amount of ${minimum} ${minimumCurrency} is not met.`,
      param,
    );
  }
}

function redeem(account: Account, coupon: WireCoupon, code: WirePromotionCode | undefined): void {
  const used = { ...coupon, times_redeemed: coupon.times_redeemed + 1 };
  account.put('coupons', { ...used, valid: couponIsValid(used, account.now) });
  if (!code) return;
  const times = code.times_redeemed + 1;
  const exhausted = code.max_redemptions !== null && times >= code.max_redemptions;
  changeWithEvent(account, 'promotion_code.updated', 'promotionCodes', code.id, {
    times_redeemed: times,
    ...(exhausted && { active: false }),
  });
}

/**
 * Gives a subscription its discounts in the given order and keeps existing ones named by id. Returns the ids for
 * subscription.discounts.
 */
export function applyDiscounts(
  account: Account,
  target: { subscription: string; customer: string; currency: string; subtotal: number },
  given: DiscountParam[],
): string[] {
  return given.map((one, index) => {
    const at = `discounts[${index}]`;
    const named = [one.coupon, one.discount, one.promotion_code].filter((value) => value !== undefined);
    if (named.length !== 1)
      throw errors.invalid(`You must specify exactly one of coupon, promotion_code, or discount in ${at}.`, {
        param: at,
      });
    if (one.discount !== undefined) return account.need('discounts', one.discount, `${at}[discount]`).id;
    const param = `${at}[${one.coupon === undefined ? 'promotion_code' : 'coupon'}]`;
    const code =
      one.promotion_code === undefined ? undefined : account.need('promotionCodes', one.promotion_code, param);
    const coupon = code ? account.own('coupons', code.promotion.coupon) : couponById(account, one.coupon ?? '', param);
    if (code) checkPromotionCode(account, code, target.customer, target.subtotal, target.currency, param);
    if (!couponIsValid(coupon, account.now)) throw unusable(`Coupon expired: ${coupon.id}`, param, 'coupon_expired');
    if (coupon.amount_off !== null && coupon.currency !== target.currency) {
      throw unusable(`The coupon ${coupon.id} is for ${coupon.currency}, not for ${target.currency}.`, param);
    }
    redeem(account, coupon, code);
    const discount: WireDiscount = account.put('discounts', {
      id: newId('di'),
      object: 'discount',
      ...nulls('checkout_session customer_account invoice invoice_item subscription_item'),
      customer: target.customer,
      end: coupon.duration === 'repeating' ? addMonths(account.now, coupon.duration_in_months ?? 0) : null,
      promotion_code: code?.id ?? null,
      source: { coupon: coupon.id, type: 'coupon' },
      start: account.now,
      subscription: target.subscription,
    });
    recordEvent(account, 'customer.discount.created', 'discounts', discount);
    return discount.id;
  });
}
