import { CallError } from '#shared/errors';
import { isCardlessTrial } from '#shared/model/subscription';
import { sum } from '#shared/numbers';
import type { Write } from '#functions/platform/dynamodb/transaction';
import { isTaken } from '#functions/platform/leases';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import type { TrialCounts } from '#functions/platform/users-table';
import { readOwnedShop } from '#functions/shops/shops-table';
import { readTrials, trialsWrite } from '#functions/accounts/profiles-table';
import { readOnce, unfinishedWrite } from '#functions/platform/once';
import { refreshShop } from '#functions/shops/refresh-shop';
import { trialLimits } from '#functions/billing/ordering-shop';
import type { MadeShop } from './make-shop';
import type { ShopPlan } from './opening-plan';

/** How many openings and shops are read at the same time. */
const readAtOnce = 10;

/** The trials of the user who orders. Throws NOT_SIGNED_IN if the account is deleted or being deleted. */
export async function trialsOf(userId: string): Promise<TrialCounts> {
  const trials = await readTrials(userId);
  if (!trials) throw new CallError('NOT_SIGNED_IN');
  return trials;
}

/** A trial that began without a card, or is about to, and may have none yet. */
interface OpenTrial {
  by: TrialCounts['withoutCard'][number];
  /** Undefined while the request has made nothing. */
  customerId: string | undefined;
  /** The request was cut off before it made anything. */
  cutOff: boolean;
}

/** The trial of a request; undefined once it has a card or is over: by the last known state of its shop. */
async function openTrial(userId: string, by: TrialCounts['withoutCard'][number]): Promise<OpenTrial | undefined> {
  const request = await readOnce<ShopPlan, MadeShop, unknown>(userId, by.key);
  if (request?.id !== by.id || request.state === 'refused') return undefined;
  const { customerId, subscriptionId } = request.made;
  if (customerId === undefined) return { by, customerId, cutOff: !isTaken(request.lease) };
  const owned = await readOwnedShop(userId, customerId);
  if (!owned) return undefined;
  const record = owned.snapshot?.record;
  // One that was cut off may not know its subscription: it makes none beside another that has begun.
  const begun = (record?.subscriptions ?? []).filter(({ id, status }) =>
    subscriptionId === undefined ? !status.startsWith('incomplete') : id === subscriptionId,
  );
  const isOpen = !record || begun.length === 0 || begun.some(isCardlessTrial);
  return isOpen ? { by, customerId, cutOff: false } : undefined;
}

const openTrials = async (userId: string, { withoutCard }: TrialCounts): Promise<OpenTrial[]> =>
  (await mapWithLimit(readAtOnce, withoutCard, (one) => openTrial(userId, one))).filter((one) => one !== undefined);

/** The refusal of one more trial without a card; undefined if its devices are within the limit. */
function tooMany(trials: readonly OpenTrial[], devices: number): CallError | undefined {
  const most = trialLimits.devicesWithoutCard;
  if (sum(trials.map(({ by }) => by.devices)) + devices <= most) return undefined;
  return new CallError('TRIALS_WITHOUT_CARD', {
    text:
      `カードが登録されていない無料トライアルでご利用いただけるのは、合わせて${most}台までです。` +
      '先に、その店舗のお支払い方法の画面でカードを登録してから、もう一度お申し込みください。',
  });
}

/**
 * The trials without a card beside which one more has its place, and those that give way because their requests were
 * cut off before they made anything. Before a refusal, shops are read from Stripe, where a card may have been saved.
 */
async function placeFor(
  userId: string,
  trials: TrialCounts,
  devices: number,
  until: number,
): Promise<{ stay: OpenTrial[]; giveWay: OpenTrial[] }> {
  const known = await openTrials(userId, trials);
  if (!tooMany(known, devices)) return { stay: known, giveWay: [] };
  const shops = known.flatMap(({ customerId }) => customerId ?? []);
  await mapWithLimit(readAtOnce, shops, (customerId) => refreshShop(userId, customerId, { until }));
  const now = await openTrials(userId, trials);
  const stay = now.filter(({ cutOff }) => !cutOff);
  const refusal = tooMany(stay, devices);
  if (refusal) throw refusal;
  return { stay, giveWay: now.filter(({ cutOff }) => cutOff) };
}

/**
 * The writes with which an order takes its trial, for the transaction that records the request: they fail if another
 * order took one since `trials` was read. A trial without a card needs room among those of the user; throws
 * TRIALS_WITHOUT_CARD. `until` in unix milliseconds.
 */
export async function takeTrial(
  userId: string,
  trials: TrialCounts,
  order: TrialCounts['withoutCard'][number] & { hasCard: boolean },
  until: number,
): Promise<Write[]> {
  const { hasCard, ...by } = order;
  const used = trials.used + 1;
  if (hasCard) return [trialsWrite(userId, trials, { used, withoutCard: trials.withoutCard })];
  const { stay, giveWay } = await placeFor(userId, trials, by.devices, until);
  return [
    trialsWrite(userId, trials, {
      used: used - giveWay.length,
      withoutCard: [...stay.map((one) => one.by), by],
    }),
    ...giveWay.map((one) =>
      unfinishedWrite(userId, one.by, 'customerId', { refusal: { code: 'TRIALS_WITHOUT_CARD' } }),
    ),
  ];
}
