import type { FieldCodes } from '#shared/model/record-settings';
import type { RecordAppKey } from '#shared/model/record-system';
import { mapWithLimit, partsOf } from '#functions/platform/map-with-limit';
import { type Mirrored, removeDevice, removeRepair, removeWork } from './mirror-table';
import { appOf, type RecordsOptions } from '#functions/platform/kintone/client';
import { anyOf, mostValues, pageSize, readPage } from '#functions/devices/read-page';
import { logger } from '#functions/platform/logger';
import { moveRequest, readRequest } from '#functions/devices/requests-table';
import { readDevices } from '#functions/devices/devices-table';
import { shopsOfDevices } from '#functions/devices/shop-devices';
import { endMovement, renameInMovements } from '#functions/movements/advance';
import { mostWrites } from './write-devices';

/** Items whose record is deleted (ids are never reused) or is now in another place, where the mirror has it too. */
const goneFrom =
  <K extends RecordAppKey>(app: K, field: keyof FieldCodes<K>) =>
  async (mirrored: readonly Mirrored[], options: RecordsOptions): Promise<Mirrored[]> => {
    const ids = mirrored.map(({ recordId }) => recordId);
    const where = (): string => anyOf('$id', ids);
    const { records } = await readPage(app, { where, fields: [field], ...options });
    const code: string = appOf(app).codes[field];
    const places = new Map(records.map((record) => [Number(record['$id']?.value), record[code]?.value]));
    return mirrored.flatMap((one) => {
      const place = places.get(one.recordId);
      if (place === undefined) return [one];
      // '' for a record that names no place (any more): it is malformed, and known to be.
      const now = typeof place === 'string' ? place.trim() : '';
      return now !== '' && now !== one.place ? [{ ...one, now }] : [];
    });
  };

/** Open device requests and movements whose record the staff deleted. */
async function goneRequests(mirrored: readonly Mirrored[], options: RecordsOptions): Promise<Mirrored[]> {
  const gone: Mirrored[] = [];
  for (const part of partsOf(mirrored, mostValues)) {
    const ids = part.map(({ request }) => request?.requestId ?? '');
    const where = ({ codes }: { codes: FieldCodes<'requests'> }): string => anyOf(codes.requestId, ids);
    const { records } = await readPage('requests', { where, fields: ['requestId'], ...options });
    const there = new Set(records.map((record) => record[appOf('requests').codes.requestId]?.value));
    gone.push(...part.filter(({ request }) => !there.has(request?.requestId)));
  }
  return gone;
}

/** What is promised of a device whose serial number was corrected is promised of it under the new one. */
async function renameDevice({ place, recordId }: Mirrored, to: string): Promise<void> {
  const known = [...(await readDevices([place])).values()];
  const shops = await shopsOfDevices(known.filter((device) => device.recordId === recordId));
  for (const customerId of shops.values()) await renameInMovements(customerId, place, to);
}

const apps: Record<
  RecordAppKey,
  {
    gone: (mirrored: readonly Mirrored[], options: RecordsOptions) => Promise<Mirrored[]>;
    forget: (mirrored: Mirrored) => Promise<boolean>;
  }
> = {
  devices: {
    gone: goneFrom('devices', 'serialNumber'),
    async forget(mirrored) {
      // Before it is removed, so that a run that was cut off does it again.
      if (mirrored.now !== undefined) await renameDevice(mirrored, mirrored.now);
      return removeDevice(mirrored.place, mirrored.recordId);
    },
  },
  repairs: {
    gone: goneFrom('repairs', 'serialNumber'),
    forget: ({ recordId, place }) => removeRepair(place, String(recordId)),
  },
  workRecords: {
    gone: goneFrom('workRecords', 'repairRecordId'),
    forget: ({ recordId, place }) => removeWork(place, String(recordId)),
  },
  requests: {
    gone: goneRequests,
    async forget({ place, request }) {
      if (!request) return false;
      const movementId = request.requestId;
      if (request.isMovement) {
        logger.warn('the staff deleted the record of an open movement: it is withdrawn', { movementId });
        return endMovement({ customerId: place, movementId }, 'withdrawn');
      }
      logger.warn('the staff deleted the record of an open request: it is cancelled', { deviceRequest: movementId });
      const kept = await readRequest({ serialNumber: place, ...request });
      if (kept) await endMovement({ customerId: kept.customerId, movementId }, 'withdrawn');
      return moveRequest({ serialNumber: place, ...request }, 'cancelled');
    },
  },
};

/** The items of the mirror that the record system no longer has (there). */
export async function findGone(
  app: RecordAppKey,
  mirrored: readonly Mirrored[],
  options: RecordsOptions,
): Promise<Mirrored[]> {
  const gone: Mirrored[] = [];
  for (const part of partsOf(mirrored, pageSize)) gone.push(...(await apps[app].gone(part, options)));
  return gone;
}

/** Removes records from the mirror; returns how many. A device request is cancelled, a movement withdrawn. */
export const forget = async (app: RecordAppKey, gone: readonly Mirrored[]): Promise<number> =>
  (await mapWithLimit(mostWrites, gone, apps[app].forget)).filter(Boolean).length;

/** Nobody deletes so many records at once on purpose: at least this many and more than half of all, or all of a few. */
const manyGone = 20;
const fewAtAll = 3;

/** Whether so many records cannot have been deleted (another domain or app): then a person must allow it. */
export const isImplausible = (goneCount: number, scanned: number): boolean =>
  (goneCount >= manyGone && goneCount > scanned / 2) || (goneCount >= fewAtAll && goneCount === scanned);
