import type { Acceptance, ShopOnlyData } from '#shared/model/shop-form';
import type { Caller } from '../caller';
import type { IdempotencyIdentity } from '../idempotency/identify';
import { openShop, type OpenedShop } from './open-shop';
import { shopOnlyCustomer } from './shop-plan';

/** Opens a shop without a subscription; its bills go to the caller's own address. */
export const createShopOnly = (
  { userId, profile }: Pick<Caller, 'userId' | 'profile'>,
  { storeData, acceptance }: { storeData: ShopOnlyData; acceptance?: Acceptance | undefined },
  identity: IdempotencyIdentity,
): Promise<OpenedShop> =>
  openShop({
    userId,
    identity,
    acceptance,
    plan: async () => ({ customer: shopOnlyCustomer(storeData, profile.email) }),
  });
