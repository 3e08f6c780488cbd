import { CallError } from '#shared/errors';
import { sum } from '#shared/sum';
import { clock } from '../../adapters/clock';
import type { Write } from '../../adapters/dynamodb/transaction';
import { ledgerWrite, withoutOldTrials, type LedgerItem } from '../../adapters/users-table/ledgers';
import { listOpenings, type OpeningItem } from '../../adapters/users-table/openings';
import { claimTrialWrite, readTrial, type UsedBy } from '../../adapters/users-table/trials';
import { renewSnapshot } from '../shops/renew-snapshot';
import { countCardless, type CardlessTrial } from './count-cardless';
import { isClaimed, trialChanged, type TrialPlace } from '../trials/trial-claims';

/** What a request takes from the limits. */
export interface Used {
  /** It opens a shop. */
  shop: boolean;
  /** It has the free trial, at this place. */
  trial?: TrialPlace;
  /** Devices of a trial that begins without a card. */
  devicesWithoutCard?: number;
}

const hour = 60 * 60;

/** How many shops and trials one user may have. Owners who run salons never reach it; automated abuse does. */
export const quotas = {
  /** Shops that one user may open in an hour: more than the chains that open at once. */
  shopsAnHour: 40,
  /** Shops of one user in a free trial without a card, and their devices together; the next one needs a card. */
  shopsWithoutCard: 5,
  devicesWithoutCard: 40,
};

/** The shops opened in the last hour, without those of refused requests. */
function openedLately(
  { opened }: LedgerItem,
  openings: readonly Pick<OpeningItem, 'id' | 'state'>[],
  now: number,
): LedgerItem['opened'] {
  const refused = new Set(openings.filter(({ state }) => state === 'refused').map(({ id }) => id));
  return opened.filter(({ id, at }) => at > now - hour && !refused.has(id));
}

/** Throws TOO_MANY_ATTEMPTS with the seconds until one of an hour's shops is an hour old. */
function checkShopsAnHour(opened: LedgerItem['opened'], now: number): void {
  const most = quotas.shopsAnHour;
  if (opened.length < most) return;
  const first = Math.min(...opened.map(({ at }) => at));
  throw new CallError('TOO_MANY_ATTEMPTS', {
    text: `1時間に登録できる店舗は${most}件までです。しばらく時間をおいてから、もう一度お試しください。`,
    details: { retryAfter: Math.max(1, first + hour - now) },
  });
}

/** The refusal of one more trial without a card; undefined if it is allowed. */
function tooManyTrials(trials: readonly CardlessTrial[], devices: number): string | undefined {
  const { shopsWithoutCard, devicesWithoutCard } = quotas;
  const next = 'その店舗のお支払い方法の画面でカードを登録してから、もう一度お申し込みください。';
  if (trials.length >= shopsWithoutCard)
    return `カードが登録されていない無料トライアル中の店舗が${trials.length}件あります。先に、${next}`;
  if (trials.length > 0 && sum(trials.map((one) => one.devices)) + devices > devicesWithoutCard)
    return `カードが登録されていない無料トライアルでご利用いただけるのは、合わせて${devicesWithoutCard}台までです。先に、${next}`;
  return undefined;
}

/**
 * Throws TRIALS_WITHOUT_CARD if the user has too many trials without a card. Before that, the shops concerned are read
 * from Stripe again, where a card may have been saved meanwhile.
 */
async function checkCardless(
  userId: string,
  openings: readonly OpeningItem[],
  devices: number,
  until: number,
): Promise<void> {
  const trials = await countCardless(userId, openings);
  if (tooManyTrials(trials, devices) === undefined) return;
  const shops = new Set(trials.flatMap(({ customerId }) => customerId ?? []));
  await Promise.all([...shops].map((customerId) => renewSnapshot(userId, customerId, { until })));
  const text = tooManyTrials(await countCardless(userId, openings), devices);
  if (text !== undefined) throw new CallError('TRIALS_WITHOUT_CARD', { text });
}

/**
 * Admits a request that opens a shop or gives it a subscription, or refuses it: too many shops in an hour, too many
 * trials without a card, a trial that was used. Returns the writes that note what it uses, for the transaction that
 * records the request; they fail if another request was admitted since, so that those at the same moment are admitted
 * one after the other. `now` and `until` in unix seconds and milliseconds.
 */
export async function admitOpening(
  userId: string,
  { key, id }: UsedBy,
  { shop, trial, devicesWithoutCard }: Used,
  until: number,
): Promise<Write[]> {
  const now = clock.seconds();
  const ledger = await withoutOldTrials(userId);
  const openings = (await listOpenings(userId)).filter((one) => one.id !== id);
  const opened = openedLately(ledger, openings, now);
  if (shop) checkShopsAnHour(opened, now);
  const claim = trial && (await readTrial(userId, trial.hash));
  if (trial && (await isClaimed(userId, claim, trial.customerId))) throw trialChanged({ newShop: shop });
  if (devicesWithoutCard !== undefined) await checkCardless(userId, openings, devicesWithoutCard, until);
  return [
    ledgerWrite(userId, ledger, { opened: shop ? [...opened, { key, id, at: now }] : opened }),
    ...(trial ? [claimTrialWrite(userId, trial.hash, claim ?? {}, { key, id })] : []),
  ];
}
