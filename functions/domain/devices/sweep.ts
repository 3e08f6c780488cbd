import type { FieldCodes } from '#shared/model/record-settings';
import { mapWithLimit, partsOf } from '../../adapters/map-with-limit';
import { removeDevice, removeRepair, removeWork } from '../../adapters/devices-table/mirror-writes';
import type { Mirrored, MirroredApp } from '../../adapters/devices-table/scan-mirror';
import { appOf } from '../../adapters/records/apps';
import { anyOf, pageSize, readPage } from '../../adapters/records/read-page';
import { mostWrites } from './apply-devices';

/** Where records are now, by `$id`; without deleted ones. '' for a record that names no place. */
async function placesNow<K extends MirroredApp>(
  app: K,
  field: keyof FieldCodes<K>,
  recordIds: readonly number[],
  until: number | undefined,
): Promise<Map<number, string>> {
  const { records } = await readPage(app, { where: () => anyOf('$id', recordIds), fields: [field], until });
  const code: string = appOf(app).codes[field];
  return new Map(
    records.map((record) => {
      const place = record[code]?.value;
      return [Number(record['$id']?.value), typeof place === 'string' ? place : ''];
    }),
  );
}

const apps: Record<
  MirroredApp,
  {
    placesNow: (ids: readonly number[], until?: number) => Promise<Map<number, string>>;
    forget: (mirrored: Mirrored) => Promise<boolean>;
  }
> = {
  devices: {
    placesNow: (ids, until) => placesNow('devices', 'serialNumber', ids, until),
    forget: ({ recordId, place }) => removeDevice(place, recordId),
  },
  repairs: {
    placesNow: (ids, until) => placesNow('repairs', 'serialNumber', ids, until),
    forget: ({ recordId, place }) => removeRepair(place, String(recordId)),
  },
  workRecords: {
    placesNow: (ids, until) => placesNow('workRecords', 'repairRecordId', ids, until),
    forget: ({ recordId, place }) => removeWork(place, String(recordId)),
  },
};

/**
 * This many records are never all deleted at once. It means a token of another domain, or an app that was created anew.
 */
const implausible = 20;

/**
 * Removes records from the mirror that the record system does not have any more: the record was deleted (ids are never
 * reused), or it names another device or repair now, under which the mirror has it too. Returns how many.
 * @throws if the record system knows none of many records: it is another system then, and the mirror stays
 */
export async function sweep(app: MirroredApp, mirrored: readonly Mirrored[], until?: number): Promise<number> {
  let removed = 0;
  for (const part of partsOf(mirrored, pageSize)) {
    const places = await apps[app].placesNow(
      part.map(({ recordId }) => recordId),
      until,
    );
    const gone = part.filter(({ recordId, place }) => {
      const now = places.get(recordId);
      return now === undefined || (now !== '' && now !== place);
    });
    if (part.length >= implausible && gone.length === part.length)
      throw new Error(
        `The record system knows none of ${part.length} mirrored records of ${app}: ` +
          'are base URL, app number and token the right ones?',
      );
    removed += (await mapWithLimit(mostWrites, gone, apps[app].forget)).filter(Boolean).length;
  }
  return removed;
}
