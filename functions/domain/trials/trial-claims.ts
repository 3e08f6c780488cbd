import { CallError } from '#shared/errors';
import type { DeliveryAddress } from '#shared/model/trial';
import { clock } from '../../adapters/clock';
import { writeAll } from '../../adapters/dynamodb/transaction';
import { ledgerWrite, readLedger, type LedgerItem, type UsedBy } from '../../adapters/users-table/ledgers';
import { readOpening, type OpeningItem } from '../../adapters/users-table/openings';
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

/** Whether the user has used the trial of a place. */
export async function isTrialUsed(
  userId: string,
  { hash, customerId }: TrialPlace,
  ledger?: LedgerItem,
): Promise<boolean> {
  const claim = (ledger ?? (await readLedger(userId))).trials[hash];
  if (!claim) return false;
  if ('movedShop' in claim && claim.movedShop !== customerId) return true;
  if (!('id' in claim)) return false;
  const opening = await readOpening(userId, claim.key);
  return claimHolds(opening?.id === claim.id ? opening : undefined, customerId, clock.now());
}

/** A shop that is opened with a subscription always has the trial; without it one is ordered for a shop that exists. */
const usedByNewShop =
  'このお届け先では、無料トライアルを以前にご利用いただいています。先に店舗だけを登録し、' +
  '店舗の画面からサブスクリプションをお申し込みください（初月分から料金がかかります）。';

/** The refusal of an order whose trial is not the one that was shown. */
export const trialChanged = ({ newShop }: { newShop: boolean }): CallError =>
  new CallError('TRIAL_CHANGED', newShop ? { text: usedByNewShop } : {});

/** Writers of one user's ledger at the same moment are few. */
const mostTries = 8;

/** The ledger's trials with the claim of a request at a place; a shop that moved there stays noted. */
export const withClaim = ({ trials }: LedgerItem, { hash }: TrialPlace, by: UsedBy): LedgerItem['trials'] => ({
  ...trials,
  [hash]: { ...trials[hash], ...by },
});

/** The trials without the claims of a request, which was refused. */
const withoutClaims = (trials: LedgerItem['trials'], id: string): LedgerItem['trials'] =>
  Object.fromEntries(
    Object.entries(trials).flatMap(([hash, claim]): [string, (typeof trials)[string]][] => {
      if (!('id' in claim) || claim.id !== id) return [[hash, claim]];
      return 'movedShop' in claim ? [[hash, { movedShop: claim.movedShop }]] : [];
    }),
  );

/** Gives back the trial that a refused request had claimed. Safe to repeat. */
export async function releaseTrial(userId: string, { id }: Pick<OpeningItem, 'id'>): Promise<void> {
  for (let tried = 0; tried < mostTries; tried += 1) {
    const ledger = await readLedger(userId);
    if (!Object.values(ledger.trials).some((claim) => 'id' in claim && claim.id === id)) return;
    if (await writeAll([ledgerWrite(userId, ledger, { ...ledger, trials: withoutClaims(ledger.trials, id) })])) return;
  }
  throw new Error(`The trial that the opening ${id} had claimed could not be given back`);
}

/**
 * Notes that a shop which has ordered now gets its devices at another place: the user has no second trial there, also
 * if a request that has claimed it is refused later. Safe to repeat; does nothing if another shop moved there before.
 */
export async function noteMovedShop(userId: string, hash: string, customerId: string): Promise<void> {
  for (let tried = 0; tried < mostTries; tried += 1) {
    const ledger = await readLedger(userId);
    const claim = ledger.trials[hash];
    if (claim && 'movedShop' in claim) return;
    const trials = { ...ledger.trials, [hash]: { ...claim, movedShop: customerId } };
    if (await writeAll([ledgerWrite(userId, ledger, { ...ledger, trials })])) return;
  }
  throw new Error(`The new delivery address of the shop ${customerId} could not be noted`);
}

export const placeOf = (userId: string, address: DeliveryAddress, customerId?: string): TrialPlace => ({
  hash: addressHash(userId, address),
  customerId,
});
