import type Stripe from 'stripe';
import { mergeMetadata, metadata } from '../wire/metadata';
import { choice, decimal, fields, integer, list, paramsOf, text, timestamp, unsupported } from '../wire/params';
import { route, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { changeWithEvent, recordEvent } from '../events/record-event';
import { couponIsValid, couponById } from '../rules/apply-discounts';
import { randomText } from '../state/new-id';
import type { WireCoupon } from '../wire/objects';
import { renderCoupon } from '../state/render';

const createParams = paramsOf<Stripe.CouponCreateParams>()({
  amount_off: integer({ min: 1 }),
  applies_to: fields({ products: list(text()) }),
  currency: text(3),
  currency_options: unsupported,
  duration: choice('forever', 'once', 'repeating'),
  duration_in_months: integer({ min: 1 }),
  id: text(),
  max_redemptions: integer({ min: 1 }),
  metadata: metadata(),
  name: text(40),
  percent_off: decimal({ above: 0, max: 100 }),
  redeem_by: timestamp(),
});

export const couponRoutes: Route[] = [
  route('POST /v1/coupons', createParams, ({ account }, given) => {
    if ((given.amount_off === undefined) === (given.percent_off === undefined)) {
      throw errors.invalid('Must provide exactly one of percent_off or amount_off.', {
        code: 'parameter_missing',
        param: 'percent_off',
      });
    }
    if (given.amount_off !== undefined && given.currency === undefined) throw errors.missingParameter('currency');
    const { duration = 'once', duration_in_months: months } = given;
    if ((duration === 'repeating') !== (months !== undefined)) {
      throw errors.invalid('duration_in_months must be given if, and only if, duration is repeating.', {
        param: 'duration_in_months',
      });
    }
    if (given.redeem_by !== undefined && given.redeem_by <= account.now) {
      throw errors.invalid('redeem_by must be in the future.', { param: 'redeem_by' });
    }
    const id = given.id ?? randomText(8);
    if (account.get('coupons', id))
      throw errors.invalid('Coupon already exists.', { code: 'resource_already_exists', param: 'id' });
    for (const product of given.applies_to?.products ?? []) account.need('products', product, 'applies_to[products]');
    const coupon: WireCoupon = account.put('coupons', {
      id,
      object: 'coupon',
      amount_off: given.amount_off ?? null,
      ...(given.applies_to?.products && { applies_to: { products: given.applies_to.products } }),
      created: account.now,
      currency: given.currency?.toLowerCase() ?? null,
      duration,
      duration_in_months: months ?? null,
      livemode: false,
      max_redemptions: given.max_redemptions ?? null,
      metadata: mergeMetadata({}, given.metadata),
      name: given.name ?? null,
      percent_off: given.percent_off ?? null,
      redeem_by: given.redeem_by ?? null,
      times_redeemed: 0,
      valid: true,
    });
    recordEvent(account, 'coupon.created', 'coupons', coupon);
    return renderCoupon(coupon);
  }),
  route('GET /v1/coupons/{coupon}', {}, ({ account, path }) =>
    renderCoupon(couponById(account, path['coupon'] ?? '', 'id')),
  ),
  // docs.stripe.com/api/coupons/delete: existing discounts stay; nobody can redeem the coupon any more.
  route('DELETE /v1/coupons/{coupon}', {}, ({ account, path }) => {
    const coupon = couponById(account, path['coupon'] ?? '', 'id');
    for (const one of account.store.all('promotionCodes')) {
      if (one.promotion.coupon === coupon.id && one.active)
        changeWithEvent(account, 'promotion_code.updated', 'promotionCodes', one.id, { active: false });
    }
    account.put('deletedCoupons', { id: coupon.id });
    recordEvent(account, 'coupon.deleted', 'coupons', { ...coupon, valid: couponIsValid(coupon, account.now) });
    return { id: coupon.id, object: 'coupon', deleted: true };
  }),
];
