import { ExecuteStatementCommand, type ExecuteStatementCommandOutput } from '@aws-sdk/lib-dynamodb';
import { mapWithLimit, partsOf } from '#functions/platform/map-with-limit';
import { documents } from './items';

/** Partitions that a request names at most (DynamoDB developer guide, PartiQL's operators, IN). */
const mostPartitions = 50;
const requestsAtOnce = 4;

/** All items of these partitions of an index, in no order: a request for each fifty, and for each megabyte of them. */
export async function readPartitions<T>(
  table: string,
  index: { name: string; partitionKey: string },
  values: readonly string[],
): Promise<T[]> {
  const parts = partsOf([...new Set(values)], mostPartitions);
  const read = await mapWithLimit(requestsAtOnce, parts, async (Parameters) => {
    const Statement =
      `SELECT * FROM "${table}"."${index.name}" ` +
      `WHERE "${index.partitionKey}" IN [${Parameters.map(() => '?').join(', ')}]`;
    const items: T[] = [];
    let NextToken: string | undefined;
    do {
      const page: ExecuteStatementCommandOutput = await documents.send(
        new ExecuteStatementCommand({ Statement, Parameters, ...(NextToken !== undefined && { NextToken }) }),
      );
      items.push(...((page.Items ?? []) as T[]));
      ({ NextToken } = page);
    } while (NextToken !== undefined);
    return items;
  });
  return read.flat();
}
