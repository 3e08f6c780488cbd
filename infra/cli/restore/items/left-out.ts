import type { Item } from './item';

/** The tables whose items can be copied back. */
export const restorableTables = ['users', 'devices', 'audit', 'documents'] as const;
export type RestorableTable = (typeof restorableTables)[number];

/**
 * Keys of items that are not copied back, by how their partition (before a space) and their sort key begin. Their data
 * are made again automatically or would do harm: an ended session would be valid again, and work that a job has done
 * since would be done twice (functions/adapters/users-table/keys.ts, devices-table/keys.ts).
 */
export const leftOut: Readonly<Record<RestorableTable, readonly string[]>> = {
  users: [
    ...['SESSION#', 'SNAPSHOT#', 'OPENING#', 'CHANGE#', 'CODES', 'EXPORT#', 'LEASE#', 'EMAIL-CHANGE'].map(
      (sort) => `USER# ${sort}`,
    ),
    'CHALLENGE#',
    'REGISTRATION#',
    'CANCELLATION#',
    'INVOICE-ADDRESS#',
    'CONFIRMATION#',
    'THROTTLE#',
    'MASTER-PASSWORD#',
    'UNARCHIVED',
    'EXPORTS',
    'NOTICES',
    'CODE-REQUESTS',
    'UNFINISHED',
    'SESSION-ENDINGS',
    'DISABLED-USERS',
    'USER-EXPORT',
    'IMPERSONATIONS',
    'OVERDUE',
    'RECONCILE',
    'EVENT-CURSOR',
  ],
  // The mirror is read from the record system again.
  devices: ['DEVICE# RECORD', 'DEVICE# REPAIR#', 'REPAIR#', 'REDUCTIONS', 'SYNC'],
  audit: [],
  documents: [],
};

/** Whether an item stays out of a restore; `also` are beginnings of partition keys that are copied nevertheless. */
export const isLeftOut = (table: RestorableTable, { pk, sk }: Item, also: readonly string[]): boolean =>
  !also.some((beginning) => pk.startsWith(beginning)) &&
  leftOut[table].some((kind) => {
    const [partition = '', sort = ''] = kind.split(' ');
    return pk.startsWith(partition) && sk.startsWith(sort);
  });
