import * as billing from '#shared/contract/billing';
import * as subscribing from './create-subscription';
import { defineHandler } from '#functions/http/define-handler';
import * as shop from '#shared/contract/shop';
import * as opening from './open-shop';

export const createSubscription = defineHandler(billing.createSubscription, ({ caller, params, body, idempotency }) =>
  subscribing.createSubscription({ ...body, caller, customerId: params.customerId, identity: idempotency }),
);

export const createShopOnly = defineHandler(shop.createShopOnly, async ({ caller, body, idempotency }) => {
  const { customerId } = await opening.createShopOnly(caller, body, idempotency);
  return { message: '店舗を登録しました', customerId };
});

export const createShopWithSubscription = defineHandler(
  shop.createShopWithSubscription,
  async ({ caller, body, idempotency, from }) => ({
    message: '店舗を登録し、サブスクリプションを開始しました',
    ...(await opening.createShopWithSubscription(caller, body, { identity: idempotency, from })),
  }),
);
