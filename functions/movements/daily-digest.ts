import * as z from 'zod/mini';
import type { Subscription } from '#shared/model/customer';
import { type RecordAppKey, recordApps } from '#shared/model/record-system';
import { dayInJapan, dayInWords } from '#shared/model/japan-time';
import { isOpen, movementCauses, devicesMoved } from '#shared/model/movement';
import { chargesCard, isCardlessTrial } from '#shared/model/subscription';
import { sum } from '#shared/numbers';
import { clock } from '#functions/platform/clock';
import { hash } from '#functions/platform/crypto';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { defineTask } from '#functions/platform/tasks';
import { defineWorker, type TaskContext } from '#functions/platform/worker';
import { type DeviceItem, subscriptionOf } from '#functions/devices/items';
import { type MovementItem, readShopMovements } from './movements-table';
import { misnamedProducts } from '#functions/billing/catalogue';
import { tellStaffLater, toldWrite } from '#functions/mails/notices-table';
import type { SnapshotItem } from '#functions/platform/users-table';
import { scanShops, snapshotsSince, type ScannedShop } from '#functions/shops/reconcile';
import { logger } from '#functions/platform/logger';
import { workUntil } from '#functions/platform/map-with-limit';
import { devicesOfShop } from '#functions/devices/shop-devices';
import { isHeld } from '#shared/model/device-request';
import { followDevices } from './advance';
import { entering, type Planned } from './plan';
import { tellCardsExpiring, tellTrialsEnding } from '#functions/mails/shop-notices';
import { contactOf } from '#functions/shops/describe-shop';
import { readLastSync } from '#functions/devices/devices-table';
import { billedBySubscription } from './book';

/** Shops looked at at the same time: the rest of Stripe's limit is for waiting users. */
const shopsAtOnce = 5;
/** A shop that was compared with Stripe longer ago, in milliseconds, is again: each third day at the same hour. */
const longestUnread = 60 * 60 * 60 * 1000;
/** A mirror older than this, in seconds, is too old to compare with. */
const oldestMirror = 24 * 60 * 60;
/** Lines of one part of the message; SNS takes 256 KB. */
const mostLines = 200;
/** How long before a trial's end the staff hear that it has no card, in seconds. */
const beforeTrialEnd = 7 * 24 * 60 * 60;
/** How long an open movement that stands still explains a difference, in seconds. */
const longestMove = 60 * 24 * 60 * 60;
/** Time that is kept for the shops that are under way and for the message, in milliseconds. */
const forLast = 30_000;

/** The parts of the message, each with its lines. */
const parts = {
  notBilled: 'お手元にあり、ご請求のないデバイス',
  notHeld: 'ご請求があり、お手元にないデバイス',
  withoutCard: '支払い方法が未登録のまま終わるトライアル',
  records: 'シリアル番号がほかのレコードと同じか、読み取れない項目があるKintoneのレコード',
  misnamed: 'Stripeのダッシュボードで metadata の tier を直す商品',
} as const;
type Lines = Record<keyof typeof parts, string[]>;

/**
 * The devices of a subscription held and not billed (above 0) or billed and not held (below 0), after its open
 * movements; closed ones count for two days more, open ones for 60 days after they last moved. `now` in unix seconds.
 * Pure.
 */
export function differenceOf(
  held: readonly string[],
  billed: number,
  movements: readonly Planned[],
  now: number,
): number {
  const current = movements.filter(
    (one) => one.state !== 'withdrawn' && one.movedAt > now - (isOpen(one) ? longestMove : entering),
  );
  const units = (kind: MovementItem['kind']): typeof current => current.filter((one) => one.kind === kind);
  // Without a bill every return leaves; with one, only those that lower it.
  const leaving = units('collect').filter(({ cause, lowers }) => cause !== 'return' || lowers || billed === 0);
  const named = leaving.flatMap(({ serialNumbers }) => serialNumbers).filter((serial) => held.includes(serial));
  const unnamed = devicesMoved(leaving) - leaving.flatMap(({ serialNumbers }) => serialNumbers).length;
  const [swaps, ships] = [devicesMoved(units('swap')), devicesMoved(units('ship'))];
  const surplus = held.length - named.length - unnamed - swaps - billed;
  const missing = billed - held.length + named.length - ships - swaps;
  return surplus > 0 ? surplus : missing > 0 ? -missing : 0;
}

const openIn = (movements: readonly MovementItem[]): string =>
  movements
    .filter(isOpen)
    .map(({ receiptNumber, cause }) => `${receiptNumber} ${movementCauses[cause].label}`)
    .join('、') || 'なし';

function addDifferences(
  lines: Lines,
  { customerId, record }: SnapshotItem,
  devices: readonly DeviceItem[],
  movements: readonly MovementItem[],
): void {
  const shop = contactOf(record);
  for (const [subscriptionId, billed] of Object.entries(billedBySubscription(record))) {
    const held = devices.filter((one) => subscriptionOf(one) === subscriptionId && isHeld(one));
    const own = movements.filter((one) => one.subscriptionId === subscriptionId);
    const serials = held.map(({ serialNumber }) => serialNumber);
    const difference = differenceOf(serials, billed, own, clock.seconds());
    if (difference === 0) continue;
    lines[difference > 0 ? 'notBilled' : 'notHeld'].push(
      `${shop.name}（電話 ${shop.phone || 'なし'}、${customerId}、${subscriptionId}）: ` +
        `お手元 ${held.length}台、ご請求 ${billed}台、進行中の移動 ${openIn(own)}`,
    );
  }
}

const endsWithoutCard = (subscription: Subscription, now: number): boolean =>
  isCardlessTrial(subscription) &&
  chargesCard(subscription) &&
  subscription.trial_end !== null &&
  subscription.trial_end <= now + beforeTrialEnd;

/** Adds the lines of a shop's trials that no card would pay. */
function addTrials(lines: Lines, { customerId, record }: SnapshotItem): void {
  const shop = contactOf(record);
  for (const subscription of record.subscriptions.filter((one) => endsWithoutCard(one, clock.seconds())))
    lines.withoutCard.push(
      `${shop.name}（電話 ${shop.phone || 'なし'}、${customerId}、${subscription.id}）: ` +
        `${dayInJapan(subscription.trial_end ?? 0)}に終了`,
    );
}

/** Whether the devices were mirrored lately enough to compare them. Adds the lines of records that could not be. */
async function isMirrorFresh(lines: Lines): Promise<boolean> {
  const { finishedAt = 0, skippedRecords = [] } = (await readLastSync()) ?? {};
  for (const record of skippedRecords) {
    const [app, id] = record.split('/');
    lines.records.push(`${recordApps[app as RecordAppKey].name} レコード番号 ${id}`);
  }
  const fresh = finishedAt >= clock.seconds() - oldestMirror;
  if (!fresh) logger.warn('the devices were not mirrored for a day, so they are not compared', { finishedAt });
  return fresh;
}

/** The products of the catalogue that have lost their tier; none if Stripe cannot be asked. */
const misnamed = (until: number): Promise<string[]> =>
  misnamedProducts({ until }).catch((error: unknown) => {
    logger.warn('the products of the catalogue are not in the digest', { error });
    return [];
  });

function messageOf(lines: Lines, today: string): string {
  const sections = Object.entries(parts).flatMap(([part, title]) => {
    const all = lines[part as keyof Lines];
    if (all.length === 0) return [];
    const more = all.length > mostLines ? [`ほか${all.length - mostLines}件`] : [];
    return ['', `■ ${title}（${all.length}件）`, ...all.slice(0, mostLines).map((line) => `・${line}`), ...more];
  });
  return [`${dayInWords(today)}のまとめ。進行中の移動で説明できないものだけを載せています。`, ...sections].join('\n');
}

const partSchema = z.object({
  /** Shops that were not compared with Stripe since then are, in unix milliseconds; absent for `longestUnread` ago. */
  since: z.optional(z.number()),
  /** Where the part of the table begins; absent for the first. */
  start: z.optional(z.object({ pk: z.string(), sk: z.string() })),
  /** The place of the last of its shops that was looked at. */
  after: z.optional(z.string()),
  /** How many shops of the parts before were looked at. */
  checked: z.optional(z.number()),
});

const digestPart = defineTask('daily-digest', partSchema);

/**
 * Begins the digest; a new day's takes the place of one that stands still. With the event `{"readAll": true}` one of
 * its own reads every shop from Stripe, also one read lately, beside a digest that is under way.
 */
export async function beginDigest(event: unknown): Promise<{ begun: number }> {
  const { readAll } = z.object({ readAll: z.optional(z.boolean()) }).parse(event ?? {});
  await (readAll ? digestPart.enqueue({ since: clock.now() }) : digestPart.enqueue({}, { id: digestPart.kind }));
  return { begun: 1 };
}

/**
 * Looks at the shops of one part of the table. Reads those that were not read for long, for changes that no event told.
 * Tells the staff, in one message, of devices held and not billed or the reverse, trials that end without a card, and
 * edited tiers; tells owners of trials that end and cards that expire. Compares nothing while the mirror is older than
 * a day; closes movements whose devices are back. The message, and the part that goes on in the task's place, are one
 * transaction.
 */
async function sendPart(part: z.infer<typeof partSchema>, { id, until }: TaskContext): Promise<void> {
  const { since = clock.now() - longestUnread, start, after = '' } = part;
  const lines: Lines = { notBilled: [], notHeld: [], withoutCard: [], records: [], misnamed: [] };
  const compares = await isMirrorFresh(lines);
  const read = snapshotsSince(since);
  const look = async (shop: ScannedShop): Promise<number> => {
    const { userId, customerId } = shop;
    const snapshot = await read(shop);
    if (!snapshot || snapshot.changedAtMs !== undefined) return 0;
    addTrials(lines, snapshot);
    if (compares) {
      await followDevices(customerId);
      const devices = (await devicesOfShop(snapshot)).map(({ device }) => device);
      addDifferences(lines, snapshot, devices, await readShopMovements(customerId));
    }
    const { record } = snapshot;
    return (await tellTrialsEnding(userId, record)) + (await tellCardsExpiring(userId, record));
  };
  const { shops, next } = await scanShops(start);
  // In another order each day, so that shops that can never be read keep no other waiting for ever.
  const day = dayInJapan(since / 1000);
  const due = shops
    .map((shop) => ({ ...shop, place: hash(`${day} ${shop.customerId}`) }))
    .filter(({ place }) => place > after)
    .toSorted((one, other) => (one.place < other.place ? -1 : 1));
  const bounds = { until: until - forLast, atOnce: shopsAtOnce };
  const { results, failed, left } = await workUntil(bounds, due, look, (shop, error) =>
    logger.error('a shop is not in the digest', { customerId: shop.customerId, error }),
  );
  const checked = (part.checked ?? 0) + results.length;
  const onwards = left > 0 ? { start, after: due.at(-left - 1)?.place ?? after } : next && { start: next };
  const rest = onwards && { since, ...onwards, checked };
  // Of what concerns no shop, the last message tells.
  if (rest) lines.records = [];
  else lines.misnamed = await misnamed(until);
  const told = Object.values(lines).flat().length;
  logger.info('a part of the digest', { checked: results.length, failed, left, told, notices: sum(results) });
  const now = clock.seconds();
  const text = messageOf(lines, dayInJapan(now));
  const message = { subject: 'Daily digest', text, attributes: { kind: 'digest' } };
  const subject = `digest-${hash(JSON.stringify({ start, after }))}`;
  const tells = told > 0 ? [toldWrite(subject, hash(text), now), tellStaffLater.write(message)] : [];
  const isDone = tells.length > 0 && (await writeAll([...tells, ...(rest ? [digestPart.write(rest, { id })] : [])]));
  // Nothing is to be told, or it was told before: by a run that was cut off, or another one of the day.
  if (rest && !isDone) await digestPart.enqueue(rest, { id });
  // The cause is general: a task that stays late is noticed.
  if (!rest && failed > 0 && checked === 0) throw new Error(`${failed} shops could not be looked at`);
}

export const digestWorkers = [
  defineWorker(digestPart, sendPart, 'What a part told last is not told again, and owners are told of each end once.'),
];
