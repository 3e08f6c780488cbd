/** Keys in dynalite's database, each part ended by `~`. */
export const tableKey = (table: string): string => `table~${table}`;
export const isTableKey = (key: string): boolean => key.startsWith('table~');
export const itemPrefix = (table: string): string => `item-${table}~`;

/** The table of an item's key; undefined for any other key. */
export const tableOfItem = (key: string): string | undefined => /^item-([^~]+)~/.exec(key)?.[1];

/** The range of all keys that begin with a prefix. */
export const keysUnder = (prefix: string): { gte: string; lt: string } => ({ gte: prefix, lt: `${prefix}\uffff` });
