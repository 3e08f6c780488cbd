import type { ShopRecord } from '#shared/model/customer';
import { leftToMove, isEndNotBegun, isOpen, movementCauses, promisedBy } from '#shared/model/movement';
import { billedDevices } from '#shared/model/subscription';
import { clock } from '#functions/platform/clock';
import { changeWrite, movementWrite, newMovementId, type MovementItem } from './movements-table';
import type { Write } from '#functions/platform/dynamodb/transaction';
import { contactOf, type ShopContact } from '#functions/shops/describe-shop';
import { orderedNotice } from '#functions/mails/shop-notices';
import { newReceiptNumber } from './staff-words';
import { endWithdrawn, staffWrites } from './staff-tasks';
import { trialPlaceWrites } from '#functions/openings/trial-place';
import { listDevicesUnder } from '#functions/devices/devices-table';
import { isHeld } from '#shared/model/device-request';
import { type CountChange, type HeldDevices, type MovementPlan, planChosen, planMovements, type Wanted } from './plan';

/** What only the portal knows of a lower quantity that it has set: the devices that their owner chose to send back. */
export interface Chosen {
  subscriptionId: string;
  serials: readonly string[];
}

interface BookedChange extends Pick<CountChange, 'from' | 'to'> {
  subscriptionId: string;
}

/** How many devices each subscription of a shop pays for. */
export const billedBySubscription = ({ subscriptions }: Pick<ShopRecord, 'subscriptions'>): Record<string, number> =>
  Object.fromEntries(subscriptions.map((subscription) => [subscription.id, billedDevices(subscription)]));

/** The first difference between what was booked and what is billed now. */
export function changeIn(
  booked: Readonly<Record<string, number>>,
  billed: Readonly<Record<string, number>>,
): BookedChange | undefined {
  const ids = [...new Set([...Object.keys(booked), ...Object.keys(billed)])];
  return ids
    .map((subscriptionId) => ({ subscriptionId, from: booked[subscriptionId] ?? 0, to: billed[subscriptionId] ?? 0 }))
    .find(({ from, to }) => from !== to);
}

function toItem(customerId: string, change: BookedChange, wanted: Wanted): MovementItem {
  const now = clock.seconds();
  return {
    movementId: newMovementId(customerId),
    receiptNumber: newReceiptNumber(now),
    customerId,
    subscriptionId: change.subscriptionId,
    ...wanted,
    promisedBy: promisedBy(wanted.cause, now),
    orderedAt: now,
    state: 'ordered',
    movedAt: now,
    version: 0,
  };
}

/**
 * The writes of a plan's changes; the staff are told of all but what a lower bill explains, and which devices of an
 * ended subscription stay for `subscriptionId`. An exchange that is withdrawn frees its device.
 */
const changeWrites = (
  changes: MovementPlan<MovementItem>['changes'],
  shop: ShopContact,
  now: number,
  subscriptionId?: string,
): Write[] =>
  changes.flatMap(({ movement, to }) => {
    const change = to.state === 'withdrawn' ? 'withdrawn' : 'changed';
    const { customerId, movementId, cause } = movement;
    const ends = change === 'withdrawn' && movementCauses[cause].requested;
    const serialNumbers = movement.serialNumbers.filter((serial) => !to.serialNumbers?.includes(serial));
    const kept = { subscriptionId, count: movement.count - (to.count ?? 0), serialNumbers };
    const isKept = subscriptionId !== undefined && movement.subscriptionId !== subscriptionId;
    return [
      changeWrite(movement, { ...to, ...(to.state && { movedAt: now }) }),
      ...(to.lowers ? [] : staffWrites({ ...movement, ...to }, { change, shop, ...(isKept && { kept }) })),
      ...(ends ? [endWithdrawn.write({ customerId, movementId })] : []),
    ];
  });

/** The devices that an end has to do with; `named`: by open movements of the shop's other subscriptions. */
async function heldOf({ subscriptionId, to }: BookedChange, named: readonly string[]): Promise<HeldDevices> {
  const devices = to === 0 ? (await listDevicesUnder(subscriptionId)).map(({ device }) => device) : [];
  const serials = devices.filter(isHeld).map(({ serialNumber }) => serialNumber);
  return { serials: serials.filter((serial) => !named.includes(serial)), isMirrored: devices.length > 0 };
}

/** The first change of a reading, as one plan of it books it: the counts that are booked then, and the writes. */
export async function stepOf(
  userId: string,
  record: ShopRecord,
  {
    change,
    booked,
    movements,
  }: { change: BookedChange; booked: Record<string, number>; movements: readonly MovementItem[] },
  chosen: Chosen | undefined,
): Promise<{ booked: Record<string, number>; writes: Write[] }> {
  const { subscriptionId } = change;
  const now = clock.seconds();
  const shop = contactOf(record);
  const own = movements.filter((one) => one.subscriptionId === subscriptionId);
  const others = movements.filter((one) => one.subscriptionId !== subscriptionId);
  const serials = chosen?.subscriptionId === subscriptionId ? chosen.serials : [];
  const held = await heldOf(change, others.flatMap(leftToMove));
  const crossing = others.filter(isEndNotBegun);
  const plan = planMovements(own, { ...change, chosen: serials, crossing }, held, now);
  return {
    booked: { ...booked, [subscriptionId]: plan.booked },
    writes: [
      ...plan.order.flatMap((wanted) => {
        const movement = toItem(record.customer.id, change, wanted);
        return [movementWrite(movement), ...staffWrites(movement, { change: 'ordered', shop })];
      }),
      ...changeWrites(plan.changes, shop, now, subscriptionId),
      ...(await trialPlaceWrites(record, change)),
      ...(await orderedNotice(userId, record, change, { movements, ships: plan.order.length > 0 })),
    ],
  };
}

/** The writes that name the chosen devices in the collection that another reading has ordered; none if named. */
export function chosenWrites(
  { subscriptionId, serials }: Chosen,
  record: ShopRecord,
  movements: readonly MovementItem[],
): Write[] {
  const own = movements.filter((one) => one.subscriptionId === subscriptionId && isOpen(one));
  return changeWrites(planChosen(own, serials), contactOf(record), clock.seconds());
}
