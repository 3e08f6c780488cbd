import { CallError } from '#shared/errors';
import type { DeliveryAddress } from '#shared/model/trial';
import { clock } from '../../adapters/clock';
import { readLedger, withoutOldTrials } from '../../adapters/users-table/ledgers';
import { readOpening, type OpeningItem } from '../../adapters/users-table/openings';
import { noteMove, readTrial, trialsOf, unclaimTrial, type TrialClaim } from '../../adapters/users-table/trials';
import { addressHash } from './delivery-address';

/** A place whose trial is asked for. */
export interface TrialPlace {
  /** Hash of the delivery address. */
  hash: string;
  /** The shop that orders; undefined for one that is about to be opened. */
  customerId: string | undefined;
}

/**
 * Whether a claim of a trial holds, by the record of the request that made it; undefined for one that was forgotten
 * after seven days. It does not hold if nothing came of the request: it was refused, or cut off before it made
 * anything. For the shop it was made by, Stripe knows whether the trial was used.
 */
export function claimHolds(
  opening: Pick<OpeningItem, 'state' | 'customerId' | 'lease' | 'refusal'> | undefined,
  customerId: string | undefined,
  now: number,
): boolean {
  if (!opening) return true;
  // One that was ended by deleting its shop may have begun the trial before it was interrupted.
  if (opening.state === 'refused') return opening.refusal?.code === 'SHOP_NOT_FOUND';
  if (customerId !== undefined && opening.customerId === customerId) return false;
  return !(opening.state === 'working' && opening.customerId === undefined && opening.lease.until <= now);
}

/** Whether a claim, undefined for none, stands against a trial at a place. */
export async function isClaimed(
  userId: string,
  claim: TrialClaim | undefined,
  customerId: string | undefined,
): Promise<boolean> {
  if (!claim) return false;
  const { key, id, movedShop } = claim;
  if (movedShop !== undefined && movedShop !== customerId) return true;
  if (key === undefined) return false;
  const opening = await readOpening(userId, key);
  return claimHolds(opening?.id === id ? opening : undefined, customerId, clock.now());
}

/** Whether the user has used the trial of a place. */
export async function isTrialUsed(userId: string, { hash, customerId }: TrialPlace): Promise<boolean> {
  // A claim that is moved between the two reads is found by the second.
  const { trials } = await readLedger(userId);
  return isClaimed(userId, (await readTrial(userId, hash)) ?? trials?.[hash], customerId);
}

/** A shop that is opened with a subscription always has the trial; without it one is ordered for a shop that exists. */
const usedByNewShop =
  'このお届け先では、無料トライアルを以前にご利用いただいています。先に店舗だけを登録し、' +
  '店舗の画面からサブスクリプションをお申し込みください（初月分から料金がかかります）。';

/** The refusal of an order whose trial is not the one that was shown. */
export const trialChanged = ({ newShop }: { newShop: boolean }): CallError =>
  new CallError('TRIAL_CHANGED', newShop ? { text: usedByNewShop } : {});

/** Gives back the trial that a refused request had claimed. Safe to repeat. */
export async function releaseTrial(userId: string, opening: Pick<OpeningItem, 'id' | 'trialHash'>): Promise<void> {
  const { id, trialHash } = opening;
  if (trialHash === null) return;
  await withoutOldTrials(userId);
  const hashes = trialHash === undefined ? await trialsOf(userId, id) : [trialHash];
  for (const hash of hashes) await unclaimTrial(userId, hash, id);
}

/**
 * Notes that a shop which has ordered now gets its devices at another place: the user has no second trial there, also
 * if a request that has claimed it is refused later. Safe to repeat; does nothing if another shop moved there before.
 */
export async function noteMovedShop(userId: string, hash: string, customerId: string): Promise<void> {
  await withoutOldTrials(userId);
  await noteMove(userId, hash, customerId);
}

export const placeOf = (userId: string, address: DeliveryAddress, customerId?: string): TrialPlace => ({
  hash: addressHash(userId, address),
  customerId,
});
