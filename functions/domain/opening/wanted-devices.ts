import { CallError } from '#shared/errors';
import type { TierPrices } from '#shared/model/price-for';
import { totalSchema } from '#shared/model/quantities';
import { sum } from '#shared/sum';
import { plannedItems } from './shop-plan';

const unknownPrice = '料金が更新されています。画面を再読み込みして、もう一度お試しください。';
const wrongSplit = '台数の内訳が正しくありません。画面を再読み込みして、もう一度お試しください。';

/**
 * The requested number of devices, from its items (spec 7). The server splits the total itself (spec 9): prices outside
 * the catalogue, and any other split, are refused with INVALID_INPUT.
 */
export function wantedDevices(items: readonly { price: string; quantity: number }[], prices: TierPrices): number {
  const known = new Set(Object.values(prices).map((price) => price.priceId));
  const unknown = items.findIndex((item) => !known.has(item.price));
  if (unknown >= 0) throw new CallError('INVALID_INPUT', { fields: { [`items.${unknown}.price`]: unknownPrice } });
  const total = sum(items.map((item) => item.quantity));
  const inRange = totalSchema.safeParse(total);
  if (!inRange.success)
    throw new CallError('INVALID_INPUT', { fields: { items: inRange.error.issues[0]?.message ?? wrongSplit } });
  const right = plannedItems(total, prices);
  const same =
    right.length === items.length &&
    right.every(({ priceId, quantity }) => items.some((item) => item.price === priceId && item.quantity === quantity));
  if (!same) throw new CallError('INVALID_INPUT', { fields: { items: wrongSplit } });
  return total;
}
