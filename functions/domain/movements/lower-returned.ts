import { CallError } from '#shared/errors';
import type { ShopRecord } from '#shared/model/customer';
import { clock } from '../../adapters/clock';
import { hash } from '../../adapters/ids';
import {
  forgetReduction,
  listReductions,
  readMovement,
  type MovementItem,
  type ReductionItem,
} from '../../adapters/devices-table/movements';
import { ownerOf, readOwnedShop } from '../../adapters/users-table/shops';
import { logger } from '../../runtime/logger';
import { changeQuantities } from '../quantities/change-quantities';
import { renewSnapshot } from '../shops/renew-snapshot';
import { billedUnits } from '../booking/billed-units';
import { logFailure } from '../log-failure';

export interface Lowered {
  lowered: number;
  /** Not lowered in this run: the next one tries again. */
  waiting: number;
}

const isDue = (movement: MovementItem | undefined): movement is MovementItem =>
  movement !== undefined && movement.lowers === 'due' && movement.state !== 'withdrawn';

/** The quantities of a subscription's items, as a reading has them. */
const quantitiesOf = ({ subscriptions }: ShopRecord, subscriptionId: string): Record<string, number> =>
  Object.fromEntries(
    subscriptions
      .filter(({ id }) => id === subscriptionId)
      .flatMap(({ items }) => items.map(({ subscription_item_id: id, quantity }) => [id, quantity])),
  );

/** Lowers the subscription of one return; the reading after it books that, and the movement says `done`. */
async function lower(movement: MovementItem): Promise<void> {
  const { customerId, subscriptionId, movementId, serialNumbers } = movement;
  const userId = await ownerOf(customerId);
  // The reading books what happened meanwhile: an earlier try, or a change that lowered the subscription already.
  const record = userId === undefined ? undefined : await renewSnapshot(userId, customerId);
  const after = await readMovement(movement);
  if (userId === undefined || !record || !isDue(after)) return;
  const total = (billedUnits(record)[subscriptionId] ?? 0) - 1;
  if (total < 1) {
    logger.error('a returned device is the last one of its subscription: its owner has to end it', { movementId });
    return;
  }
  const owned = await readOwnedShop(userId, customerId);
  if (!owned?.snapshot) return;
  await changeQuantities(
    { userId, shops: [owned.shop], snapshots: [owned.snapshot] },
    subscriptionId,
    // Its owner may have changed the quantity since the reading: then nothing is changed, and the next run decides.
    { quantities: {}, total, returned: serialNumbers, seen: quantitiesOf(record, subscriptionId) },
    { key: `return-${movementId}`, fingerprint: hash(movementId), named: true },
  ).catch((error: unknown) => {
    if (!(error instanceof CallError && error.code === 'QUANTITY_CHANGED')) throw error;
    logger.warn('a quantity was changed while a return was lowering it: the next run decides', { movementId });
  });
}

/** Handles one return that is due; returns whether it is finished. */
async function lowerOne(reduction: ReductionItem): Promise<boolean> {
  const movement = await readMovement(reduction);
  if (isDue(movement)) {
    await lower(movement);
    if (isDue(await readMovement(reduction))) return false;
  }
  await forgetReduction(reduction);
  return true;
}

/**
 * Lowers the subscriptions of returned devices that are due, one after the other, until `until` (unix milliseconds). A
 * lower quantity takes effect with the next bill, without a refund (decision 033). Safe to repeat.
 */
export async function lowerReturned(until: number): Promise<Lowered> {
  const result: Lowered = { lowered: 0, waiting: 0 };
  for (const reduction of await listReductions()) {
    const done =
      clock.now() < until &&
      (await lowerOne(reduction).catch((error: unknown) => {
        logFailure('a returned device is still billed', { movementId: reduction.movementId }, error);
        return false;
      }));
    result[done ? 'lowered' : 'waiting'] += 1;
  }
  return result;
}
