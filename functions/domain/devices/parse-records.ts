import type { RecordAppKey } from '#shared/model/record-system';
import type { KintoneRecord } from '../../adapters/records/apps';
import { idOf, MalformedRecord } from '../../adapters/records/to-items';
import { logger } from '../../runtime/logger';

/** Result of applying a page of records. */
export interface Applied {
  /** Items written. */
  changed: number;
  /** `<app>/<$id>` of records that could not be read, and of those that could be read. */
  skipped: string[];
  read: string[];
  /** `$id` of records that the mirror may also have elsewhere: their serial number or repair was corrected. */
  unplaced: number[];
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

/**
 * Whether an item of the mirror differs from its record in a field that the record has: renaming an option and
 * restoring a table change values without a new revision. Values are texts, numbers, booleans and null.
 */
export const differs = <T extends object>(record: T, present: Readonly<Partial<T>>, names: readonly (keyof T)[]) =>
  names.some((name) => (record[name] ?? null) !== (present[name] ?? null));
