import type { RecordAppKey } from '#shared/model/record-system';
import type { KintoneRecord } from '#functions/platform/kintone/client';
import { idOf, MalformedRecord, toDeviceItem } from '#functions/devices/to-items';
import { logger } from '#functions/platform/logger';
import { mapWithLimit, partsOf } from '#functions/platform/map-with-limit';
import type { DeviceItem } from '#functions/devices/items';
import { putDevice } from './mirror-table';
import { readDevices } from '#functions/devices/devices-table';
import type { SyncKind } from './mirror-jobs-table';
import { anyOf, mostValues, readPage } from '#functions/devices/read-page';

/** Result of applying a page of records. */
export interface Applied {
  changed: number;
  /** `<app>/<$id>` of records that could not be read, and of those that could be read. */
  skipped: string[];
  read: string[];
  /** `$id` of records that the mirror may also have elsewhere: their serial number or repair was corrected. */
  displaced: number[];
}

/** Parses records. A malformed one is skipped, logged and counted, and does not delay the others. */
export function parseRecords<T>(
  app: RecordAppKey,
  records: readonly KintoneRecord[],
  parse: (record: KintoneRecord) => T,
): { items: T[] } & Pick<Applied, 'skipped' | 'read'> {
  const items: T[] = [];
  const skipped: string[] = [];
  const read: string[] = [];
  for (const record of records) {
    const name = `${app}/${idOf(record)}`;
    try {
      items.push(parse(record));
      read.push(name);
    } catch (error) {
      if (!(error instanceof MalformedRecord)) throw error;
      logger.warn('a malformed record was skipped', { record: name, reason: error.message });
      skipped.push(name);
    }
  }
  return { items, skipped, read };
}

export const mostWrites = 16;

/**
 * Whether a record is to be written in place of its item in the mirror. A comparison of everything looks at each field:
 * renaming an option and restoring a table change values without a new revision. Values are texts, numbers, booleans
 * and null.
 */
export function isNewer<T extends { revision: number }>(
  kind: SyncKind,
  record: T,
  present: Readonly<Partial<T>> & { revision: number },
): boolean {
  if (kind === 'changes') return record.revision > present.revision;
  const differs = (name: keyof T): boolean => (record[name] ?? null) !== (present[name] ?? null);
  const differ = (Object.keys(record) as (keyof T)[]).some(differs);
  return differ && (kind === 'new-app' || record.revision >= present.revision);
}

/** A device; its `subscriptionId` is compared also if it has none. */
type Located = Omit<DeviceItem, 'subscriptionId'> & { subscriptionId: string | undefined };

interface Written {
  written: Set<DeviceItem>;
  /** Written or refused: the mirror had something under the serial number before. */
  replaced: Set<DeviceItem>;
  /** `$id` of records that were seen before their first revision here: the mirror may have them elsewhere. */
  displaced: number[];
  /** The devices that stand under another subscription or shop now, as they were before. */
  left: DeviceItem[];
  /** `$id` of records whose serial number is another record's too, but for blanks: the mirror does not have them. */
  twins: number[];
}

/**
 * Puts devices under their serial numbers. If the mirror has another record there, the record system is asked which
 * record has the number now (one request for a hundred): no device is shown to another owner, however old the page is.
 */
export async function writeDevices(devices: readonly DeviceItem[], kind: SyncKind, until: number): Promise<Written> {
  const known = await readDevices(devices.map((device) => device.serialNumber));
  const result: Written = { written: new Set(), replaced: new Set(), displaced: [], left: [], twins: [] };
  const contested: DeviceItem[] = [];
  const put = async (device: DeviceItem, present: DeviceItem | undefined): Promise<void> => {
    const moves = present && present.subscriptionId !== device.subscriptionId;
    const outcome = await putDevice(device, present);
    if (outcome !== 'refused') result.written.add(device);
    if (outcome !== 'new') result.replaced.add(device);
    if (moves) result.left.push(present);
  };
  await mapWithLimit(mostWrites, devices, async (device) => {
    const present = known.get(device.serialNumber);
    const isHere = present?.recordId === device.recordId;
    if (!isHere && device.revision > 1) result.displaced.push(device.recordId);
    if (present && !isHere && kind !== 'new-app') contested.push(device);
    else if (!present || !isHere || isNewer<Located>(kind, { subscriptionId: undefined, ...device }, present))
      await put(device, present);
  });
  await writeContested(contested, known, result, put, until);
  return result;
}

/**
 * Gives contested serial numbers to the records that have them now; one that the mirror has keeps its number. Staff
 * correct serial numbers, also crosswise, so that a page may have been read before and the mirror written after such a
 * correction; and only its id finds a record whose number is typed with blanks.
 */
async function writeContested(
  contested: readonly DeviceItem[],
  known: ReadonlyMap<string, DeviceItem>,
  result: Written,
  put: (device: DeviceItem, present: DeviceItem | undefined) => Promise<void>,
  until: number,
): Promise<void> {
  for (const part of partsOf(contested, Math.floor(mostValues / 3))) {
    const numbers = [...new Set(part.map(({ serialNumber }) => serialNumber))];
    const ids = part.flatMap(({ recordId, serialNumber }) => [recordId, known.get(serialNumber)?.recordId ?? recordId]);
    const { records } = await readPage('devices', {
      where: ({ codes }) => `${anyOf(codes.serialNumber, numbers)} or ${anyOf('$id', ids)}`,
      until,
    });
    const { items } = parseRecords('devices', records, toDeviceItem);
    await mapWithLimit(mostWrites, numbers, async (serialNumber) => {
      const present = known.get(serialNumber);
      const named = items.filter((one) => one.serialNumber === serialNumber);
      const device = named.find(({ recordId }) => recordId === present?.recordId) ?? named[0];
      if (present && present.recordId !== device?.recordId) result.displaced.push(present.recordId);
      if (device && (present?.recordId !== device.recordId || device.revision > present.revision))
        await put(device, present);
      for (const { recordId } of named.filter((one) => one !== device)) {
        logger.warn('a record has the serial number of another one', { record: `devices/${recordId}` });
        result.twins.push(recordId);
      }
    });
  }
}
