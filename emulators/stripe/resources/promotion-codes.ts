import type Stripe from 'stripe';
import { mergeMetadata, metadata } from '../wire/metadata';
import { page, paging, timeFilter, withinTime, hasAll } from '../wire/paging';
import { choice, fields, flag, integer, paramsOf, required, text, timestamp, unsupported } from '../wire/params';
import { route, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import { changeWithEvent, recordEvent } from '../events/record-event';
import { couponIsValid, couponById } from '../rules/apply-discounts';
import { newId, randomText } from '../state/new-id';
import type { WirePromotionCode } from '../wire/objects';

const createParams = paramsOf<Stripe.PromotionCodeCreateParams>()({
  promotion: required(fields({ type: required(choice('coupon')), coupon: required(text()) })),
  active: flag(),
  code: text(500),
  customer: text(),
  customer_account: unsupported,
  expires_at: timestamp(),
  max_redemptions: integer({ min: 1 }),
  metadata: metadata(),
  restrictions: fields({
    currency_options: unsupported,
    first_time_transaction: flag(),
    minimum_amount: integer({ min: 1 }),
    minimum_amount_currency: text(3),
  }),
});
const updateParams = paramsOf<Stripe.PromotionCodeUpdateParams>()({
  active: flag(),
  metadata: metadata(),
  restrictions: unsupported,
});
const listParams = paramsOf<Stripe.PromotionCodeListParams>()({
  ...paging,
  active: flag(),
  code: text(),
  coupon: text(),
  created: timeFilter,
  customer: text(),
  customer_account: unsupported,
});

/** docs.stripe.com/billing/subscriptions/coupons#promotion-codes: codes ignore case. */
const sameCode = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase();

export const promotionCodeRoutes: Route[] = [
  route('POST /v1/promotion_codes', createParams, ({ account }, given) => {
    const { restrictions } = given;
    const coupon = couponById(account, given.promotion.coupon, 'promotion[coupon]');
    if (given.customer !== undefined) account.customer(given.customer);
    if (given.code !== undefined && !/^[A-Za-z0-9-]+$/.test(given.code)) {
      throw errors.invalid('Promotion codes may only contain alphanumeric characters and dashes.', { param: 'code' });
    }
    const code = given.code ?? randomText(8, 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789');
    const taken = account.store
      .all('promotionCodes')
      .some((one) => one.active && sameCode(one.code, code) && one.customer === (given.customer ?? null));
    if (taken)
      throw errors.invalid(`An active promotion code with \`code: ${code}\` already exists.`, {
        code: 'resource_already_exists',
        param: 'code',
      });
    if (given.expires_at !== undefined && given.expires_at <= account.now) {
      throw errors.invalid('expires_at must be in the future.', { param: 'expires_at' });
    }
    if ((restrictions?.minimum_amount === undefined) !== (restrictions?.minimum_amount_currency === undefined)) {
      throw errors.missingParameter('restrictions[minimum_amount_currency]');
    }
    const promotion: WirePromotionCode = account.put('promotionCodes', {
      id: newId('promo'),
      object: 'promotion_code',
      active: (given.active ?? true) && couponIsValid(coupon, account.now),
      code,
      created: account.now,
      customer: given.customer ?? null,
      customer_account: null,
      expires_at: given.expires_at ?? null,
      livemode: false,
      max_redemptions: given.max_redemptions ?? null,
      metadata: mergeMetadata({}, given.metadata),
      promotion: { coupon: coupon.id, type: 'coupon' },
      restrictions: {
        first_time_transaction: restrictions?.first_time_transaction ?? false,
        minimum_amount: restrictions?.minimum_amount ?? null,
        minimum_amount_currency: restrictions?.minimum_amount_currency?.toLowerCase() ?? null,
      },
      times_redeemed: 0,
    });
    recordEvent(account, 'promotion_code.created', 'promotionCodes', promotion);
    return promotion;
  }),
  route(
    'GET /v1/promotion_codes',
    listParams,
    ({ account }, { active, code, coupon, created, customer, ...paging }) => {
      const all = account.store
        .all('promotionCodes')
        .filter((one) => hasAll(one, { active, customer }) && withinTime(one.created, created))
        .filter((one) => code === undefined || sameCode(one.code, code))
        .filter((one) => coupon === undefined || one.promotion.coupon === coupon);
      return page('/v1/promotion_codes', all, paging, 'promotion code');
    },
  ),
  route('GET /v1/promotion_codes/{promotion_code}', {}, ({ account, path }) =>
    account.need('promotionCodes', path['promotion_code'] ?? ''),
  ),
  route('POST /v1/promotion_codes/{promotion_code}', updateParams, ({ account, path }, given) => {
    const promotion = account.need('promotionCodes', path['promotion_code'] ?? '');
    const spent = promotion.max_redemptions !== null && promotion.times_redeemed >= promotion.max_redemptions;
    const over = promotion.expires_at !== null && promotion.expires_at <= account.now;
    if (
      given.active &&
      (spent || over || !couponIsValid(account.own('coupons', promotion.promotion.coupon), account.now))
    ) {
      throw errors.invalid('This promotion code cannot be activated: it has expired, or it or its coupon is used up.', {
        param: 'active',
      });
    }
    return changeWithEvent(account, 'promotion_code.updated', 'promotionCodes', promotion.id, {
      ...(given.active !== undefined && { active: given.active }),
      metadata: mergeMetadata(promotion.metadata, given.metadata),
    });
  }),
];
