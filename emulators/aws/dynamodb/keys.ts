import type { Attributes, TableRecord } from 'dynalite/db/index.js';
import { type ServiceError, validationError } from './errors';

/** Keys in dynalite's database, each part ended by `~`. */
export const tableKey = (table: string): string => `table~${table}`;
export const isTableKey = (key: string): boolean => key.startsWith('table~');
export const itemPrefix = (table: string): string => `item-${table}~`;

/** The table of an item's key; undefined for any other key. */
export const tableOfItem = (key: string): string | undefined => /^item-([^~]+)~/.exec(key)?.[1];

/** The range of all keys that begin with a prefix. */
export const keysUnder = (prefix: string): { gte: string; lt: string } => ({ gte: prefix, lt: `${prefix}\uffff` });

/** A copy of a value of JSON; such small ones are copied in a fraction of `structuredClone`'s time. */
export const copyJson = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T));

/**
 * The refusal of an item with an empty text in the key of an index (developer guide, "Supported data types and naming
 * rules": keys of a table or an index have no empty values), which dynalite takes.
 */
export function refusalOfIndexKeys(item: Attributes, table: TableRecord): ServiceError | undefined {
  for (const { IndexName, KeySchema } of table.GlobalSecondaryIndexes ?? [])
    for (const { AttributeName } of KeySchema)
      if (item[AttributeName]?.['S'] === '')
        return validationError(
          'One or more parameter values are not valid. A value specified for a secondary index key is not supported. ' +
            'The AttributeValue for a key attribute cannot contain an empty string value. ' +
            `IndexName: ${IndexName}, IndexKey: ${AttributeName}`,
        );
  return undefined;
}
