import type { ShopRecord } from '#shared/model/customer';
import {
  hasLeft,
  isOpen,
  movementKinds,
  movementStatesBefore,
  type MovementState,
  type Parcel,
} from '#shared/model/movement';
import { rentedUnits } from '#shared/model/subscription-facts';
import { isOver, isOwing, isPaused } from '#shared/model/subscription-status';
import { clock } from '../../adapters/clock';
import {
  changeWrite,
  readMovement,
  readMovements,
  reductionWrite,
  type MovementItem,
} from '../../adapters/devices-table/movements';
import { writeAll, type Write } from '../../adapters/dynamodb/transaction';
import type { RequestRecord } from '../../adapters/records/to-items';
import type { Lowering, NewsNotice } from '../../adapters/users-table/notices';
import { newsNotice } from './news-notice';

/** What the staff's stage in a movement's record means; any other stage leaves the movement as it is. */
const stateOfStage: Readonly<Record<string, MovementState>> = {
  箱発送: 'box-sent',
  輸送中: 'on-its-way',
  到着: 'arrived',
  完了: 'closed',
  取消: 'withdrawn',
};

/** What the staff's record says of a movement. */
interface StaffNews {
  state: MovementState | undefined;
  parcel?: Parcel | undefined;
  /** Unix seconds. */
  arrivedAt?: number | undefined;
}

type Told = Pick<RequestRecord, 'stage' | 'carrier' | 'trackingNumber' | 'arrivedAt'>;

/** The most characters of a parcel's carrier and number that are shown. */
const longest = 40;

/** The news in a record; a time of arrival means that the devices have arrived, whatever its stage. */
function newsIn({ stage, carrier, trackingNumber, arrivedAt }: Told): StaffNews {
  const state = stateOfStage[stage ?? ''];
  const isEarlier = state === undefined || movementStatesBefore('arrived').includes(state);
  return {
    state: arrivedAt && isEarlier ? 'arrived' : state,
    ...(trackingNumber && {
      parcel: {
        carrier: (carrier || '配送会社の記載なし').slice(0, longest),
        number: trackingNumber.slice(0, longest),
      },
    }),
    ...(arrivedAt && { arrivedAt }),
  };
}

/** Whether the staff's news moves a movement on; they may withdraw whatever is not closed. */
const moves = (movement: MovementItem, state: MovementState): boolean =>
  state === 'withdrawn' ? isOpen(movement) : movementStatesBefore(state).includes(movement.state);

/** The staff's parcel, if it is new; a parcel that the owner named stays. */
function parcelFor({ kind, state, parcel: known }: MovementItem, parcel: Parcel | undefined): Parcel | undefined {
  const isKnown = known?.carrier === parcel?.carrier && known?.number === parcel?.number;
  const isOwners = known && kind !== 'ship' && hasLeft({ state });
  return isKnown || isOwners ? undefined : parcel;
}

const isUnderWay: readonly MovementState[] = ['box-sent', 'on-its-way'];
const isThere: readonly MovementState[] = ['arrived', 'closed'];

/** The notice for each step of the staff; each is sent once. Devices that come back already need no box. */
function newsOfMove({ kind, state: from }: MovementItem, to: MovementState): NewsNotice['kind'] | undefined {
  if (to === 'withdrawn') return 'movement-cancelled';
  if (isThere.includes(to)) return isThere.includes(from) ? undefined : 'movement-arrived';
  if (kind === 'collect' && to === 'on-its-way') return undefined;
  return isUnderWay.includes(to) && from === 'ordered' ? 'movement-sent' : undefined;
}

const toNews = ({ kind, receiptNumber, count, serialNumbers, parcel }: MovementItem) => ({
  what: movementKinds[kind].label,
  receiptNumber,
  count,
  serialNumbers,
  ...(parcel && { parcel }),
});

/** What the job `lower-returned` will do to a subscription (checkChangeable; the last device stays). */
function loweringOf({ subscriptionId }: MovementItem, record: ShopRecord): Lowering | undefined {
  const subscription = record.subscriptions.find(({ id }) => id === subscriptionId);
  if (!subscription || isOver(subscription)) return undefined;
  if (rentedUnits(subscription) < 2) return 'last-device';
  if (isOwing(subscription)) return 'once-paid';
  if (isPaused(subscription)) return 'once-resumed';
  return subscription.cancel_at_period_end ? 'no-bill' : 'next-bill';
}

/** How often news is applied while others change the same movement. */
const mostTries = 3;

/** The writes that move a movement on by the staff's news, and tell its owner; none if it says nothing new. */
async function writesFor(movement: MovementItem, news: StaffNews): Promise<Write[]> {
  const state = news.state && moves(movement, news.state) ? news.state : undefined;
  const parcel = parcelFor(movement, news.parcel);
  if (!state && !parcel) return [];
  const now = clock.seconds();
  const arrives = state === 'arrived' || state === 'closed';
  const isDue = movement.lowers === 'waiting' && arrives;
  const told = state && newsOfMove(movement, state);
  const notice = told
    ? await newsNotice(movement.customerId, told, toNews({ ...movement, ...(parcel && { parcel }) }), (record) => {
        const lowering = movement.lowers === 'waiting' ? loweringOf(movement, record) : undefined;
        return lowering ? { lowering } : {};
      })
    : [];
  return [
    changeWrite(movement, {
      ...(state && { state, movedAt: now }),
      ...(parcel && { parcel }),
      ...(arrives && movement.arrivedAt === undefined && { arrivedAt: news.arrivedAt ?? now }),
      ...(isDue && { lowers: 'due' }),
    }),
    ...(isDue ? [reductionWrite(movement, now)] : []),
    ...notice,
  ];
}

/**
 * Moves a movement on by the staff's news, forward only, and tells its owner. A return that lowers the subscription
 * when it arrives is due from then on. If somebody changes the movement meanwhile, the news is applied to what it is
 * then: the staff's record is not read again. Returns whether anything changed.
 */
async function moveMovement(known: MovementItem, news: StaffNews): Promise<boolean> {
  let movement: MovementItem | undefined = known;
  for (let tries = 1; movement && tries <= mostTries; tries += 1) {
    const writes = await writesFor(movement, news);
    if (writes.length === 0) return false;
    if (await writeAll(writes)) return true;
    movement = await readMovement(movement);
  }
  return false;
}

/** Moves movements on by the staff's records of them; returns how many changed. */
export async function applyMovements(
  records: readonly (Pick<RequestRecord, 'requestId' | 'customerId'> & Told)[],
): Promise<number> {
  const named = records.flatMap(({ requestId, customerId, ...told }) => {
    const news = newsIn(told);
    return customerId !== null && (news.state ?? news.parcel) ? [{ movementId: requestId, customerId, news }] : [];
  });
  const known = await readMovements(named);
  let changed = 0;
  for (const { movementId, news } of named) {
    const movement = known.get(movementId);
    if (movement && (await moveMovement(movement, news))) changed += 1;
  }
  return changed;
}

/**
 * Ends the movement of a return or exchange: `closed` when its device came back, `withdrawn` when the staff deleted its
 * record. Does nothing if there is none, or if it has ended. Returns whether anything changed.
 */
export async function endMovement(
  named: Pick<MovementItem, 'customerId' | 'movementId'>,
  state: 'closed' | 'withdrawn',
): Promise<boolean> {
  const movement = (await readMovements([named])).get(named.movementId);
  return movement !== undefined && moveMovement(movement, { state });
}
