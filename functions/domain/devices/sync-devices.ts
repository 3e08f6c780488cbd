import { withinCall } from '#shared/limits';
import { clock } from '../../adapters/clock';
import { partsOf } from '../../adapters/map-with-limit';
import { listDevicesUnder } from '../../adapters/devices-table/devices';
import { leaveHint } from '../../adapters/devices-table/sync-hint';
import { recordOwnSync } from '../../adapters/devices-table/sync-jobs';
import { appOf, type KintoneRecord } from '../../adapters/records/apps';
import { anyOf, mostValues, readPage, type PageQuery } from '../../adapters/records/read-page';
import { readFirstShops, readShopPage } from '../../adapters/users-table/shop-pages';
import type { RecordAppKey } from '#shared/model/record-system';
import type { Caller } from '../caller';
import { subscriptionsOf } from '../ownership/owns-resource';
import { day, quotas, restOfUtcDay } from '../throttle/quotas';
import { takeUses, withUses, type Use } from '../throttle/uses';
import { isOpen } from '../device-requests/device-lock';
import type { Applied } from './parse-records';
import { applyDevices } from './apply-devices';
import { applyRepairs, applyWork } from './apply-repairs';
import { applyRequests } from './apply-requests';
import { findGone, forget } from './sweep';

/** Owners with more shops than this have what was changed read for all owners, by the mirror (decision 069). */
const mostShops = 20;
/** Seconds between two syncs of a user. */
const interval = 60;
/** What all requests of a sync together may take, in milliseconds: enough for four of 3 s. */
const budget = withinCall(2_500);

/** Seconds that a failed sync, which does not count, keeps the next one back: an outage is not made worse. */
const intervalAfterFailure = 10;

/** A user's syncs: one a minute, and some in a day. */
const usesOf = (userId: string): Use[] => [
  { what: `device-sync#${userId}`, most: 1, window: interval, code: 'SYNC_TOO_SOON' },
  {
    what: `device-sync-day#${userId}`,
    most: quotas().syncsADay,
    window: day,
    code: 'SYNC_TOO_SOON',
    text: '本日の同期の回数が上限に達しました。デバイスの情報は自動でも更新されますので、しばらくしてからご確認ください。',
  },
];

const tryOf = (userId: string): Use => ({
  what: `device-sync-try#${userId}`,
  most: 1,
  window: intervalAfterFailure,
  code: 'SYNC_TOO_SOON',
});

/**
 * A request that users' syncs make of an app. Kintone counts a day's requests by app, and what the schedule and the
 * device requests need of them must be left (docs/costs.md).
 */
const requestOf = (app: RecordAppKey): Use => ({
  what: `sync-requests#${app}`,
  most: quotas().syncRequestsADay,
  window: restOfUtcDay(),
  code: 'SYNC_TOO_SOON',
  text: 'ただいま同期が混み合っているため、受け付けられません。デバイスの情報は自動でも更新されますので、しばらくしてからご確認ください。',
});

/** Totals over all records of a sync. */
class Tally {
  changed = 0;
  skipped = 0;

  add({ changed, skipped }: Pick<Applied, 'changed' | 'skipped'>): void {
    this.changed += changed;
    this.skipped += skipped.length;
  }
}

/** Reads the records that name one of `values`, and passes on each page. */
async function eachPage<K extends RecordAppKey>(
  app: K,
  values: readonly string[],
  until: number,
  where: (values: string[]) => NonNullable<PageQuery<K>['where']>,
  take: (records: KintoneRecord[]) => Promise<void>,
): Promise<void> {
  for (const part of partsOf(values, mostValues)) {
    for (let after = 0, isLast = false; !isLast;) {
      await takeUses([requestOf(app)]);
      const page = await readPage(app, { where: where(part), after, until });
      await take(page.records);
      isLast = page.isLast;
      after = Number(page.records.at(-1)?.['$id']?.value ?? after);
    }
  }
}

/**
 * Mirrors the devices of these subscriptions, those that the mirror has of them but the record system does not, and
 * those that the mirror has of these shops alone: an app may lack the field that would find new ones of them. Returns
 * the serial numbers of all devices and of those with an open request.
 */
async function mirrorDevicesOf(
  subscriptionIds: readonly string[],
  shopIds: readonly string[],
  until: number,
  tally: Tally,
): Promise<{ serials: string[]; locked: string[] }> {
  const seen = new Map<number, string>();
  const serialCode = appOf('devices').codes.serialNumber;
  const take = async (records: KintoneRecord[]): Promise<void> => {
    for (const record of records) seen.set(Number(record['$id']?.value), String(record[serialCode]?.value).trim());
    tally.add(await applyDevices(records, 'changes', until));
  };
  const places = [...subscriptionIds, ...shopIds];
  const before = (await Promise.all(places.map(listDevicesUnder))).flat();
  await eachPage(
    'devices',
    subscriptionIds,
    until,
    (ids) =>
      ({ codes }) =>
        anyOf(codes.stripeSubscriptionId, ids),
    take,
  );
  // Devices that are no longer where the mirror had them: it moved to another subscription, its serial number was
  // corrected, or it is gone.
  const moved = before
    .map(({ device }) => device)
    .filter((device) => seen.get(device.recordId) !== device.serialNumber);
  await eachPage(
    'devices',
    moved.filter((device) => !seen.has(device.recordId)).map((device) => String(device.recordId)),
    until,
    (ids) => () => anyOf('$id', ids),
    take,
  );
  const gone = await findGone(
    'devices',
    moved.map(({ recordId, serialNumber }) => ({ recordId, place: serialNumber })),
    { until },
  );
  tally.changed += await forget('devices', gone);
  const now = (await Promise.all(places.map(listDevicesUnder))).flat();
  const hasOpen = ({ lock }: (typeof now)[number]): boolean => lock !== undefined && isOpen(lock.state);
  return {
    serials: now.map(({ device }) => device.serialNumber),
    locked: now.filter(hasOpen).map(({ device }) => device.serialNumber),
  };
}

/** Waits for all, then throws the first failure, so that nothing continues after the response. */
async function allOf(works: Promise<unknown>[]): Promise<void> {
  const failure = (await Promise.allSettled(works)).find((outcome) => outcome.status === 'rejected');
  if (failure) throw failure.reason;
}

async function syncAll(caller: Pick<Caller, 'shops' | 'snapshots'>, until: number): Promise<Tally> {
  const tally = new Tally();
  const { serials, locked } = await mirrorDevicesOf(
    subscriptionsOf(caller).map((subscription) => subscription.id),
    caller.shops.map(({ customerId }) => customerId),
    until,
    tally,
  );
  const repairIds: string[] = [];
  const news = eachPage(
    'requests',
    locked,
    until,
    (part) =>
      ({ codes }) =>
        anyOf(codes.serialNumber, part),
    async (records) => tally.add(await applyRequests(records)),
  );
  const repairs = eachPage(
    'repairs',
    serials,
    until,
    (part) =>
      ({ codes }) =>
        anyOf(codes.serialNumber, part),
    async (records) => {
      repairIds.push(...records.map((record) => String(record['$id']?.value)));
      tally.add(await applyRepairs(records, 'changes'));
    },
  );
  const work = repairs.then(() =>
    eachPage(
      'workRecords',
      repairIds,
      until,
      (part) =>
        ({ codes }) =>
          anyOf(codes.repairRecordId, part),
      async (records) => tally.add(await applyWork(records, 'changes')),
    ),
  );
  await allOf([news, work]);
  return tally;
}

/**
 * Mirrors the caller's shops alone: their devices, repairs and work, and the state of their requests. At most once a
 * minute and as often in a day as the stage allows; a failed sync does not count, and ten seconds later the next one is
 * possible. An interrupted sync loses nothing. For a caller with more than 20 shops it leaves a hint instead, so that
 * the mirror reads everybody's changes within a minute: four requests, where thousands of devices would take more than
 * a call may. `finishedAt` is null then.
 * @throws CallError SYNC_TOO_SOON with `retryAfter` in seconds; Unavailable
 */
export const syncDevices = ({
  userId,
}: Pick<Caller, 'userId'>): Promise<{ finishedAt: number | null; changed: number; skipped: number }> =>
  withUses(usesOf(userId), async () => {
    await takeUses([tryOf(userId)]);
    if ((await readFirstShops(userId, mostShops + 1)).length > mostShops) {
      await leaveHint(clock.seconds());
      return { finishedAt: null, changed: 0, skipped: 0 };
    }
    const page = await readShopPage(userId, undefined, mostShops, { consistent: false });
    const { changed, skipped } = await syncAll(page, clock.now() + budget);
    const finishedAt = clock.seconds();
    await recordOwnSync(userId, finishedAt);
    return { finishedAt, changed, skipped };
  });
