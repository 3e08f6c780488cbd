import type { Attributes, TableRecord } from 'dynalite/db/index.js';
import { validationError, type ServiceError } from './errors';

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
