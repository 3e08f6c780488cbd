import {
  ExecuteStatementCommand,
  QueryCommand,
  paginateQuery,
  type ExecuteStatementCommandOutput,
  type QueryCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { mapWithLimit, partsOf } from '#functions/platform/map-with-limit';
import { documents } from './items';

/** A partition's items: all, those whose sort key has this prefix, or those between two keys, both included. */
type Range = { pk: string } & ({ beginning?: string } | { from: string; to: string });

function conditionOf(range: Range): Pick<QueryCommandInput, 'KeyConditionExpression' | 'ExpressionAttributeValues'> {
  const pk = { ':pk': range.pk };
  if ('from' in range)
    return {
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ...pk, ':from': range.from, ':to': range.to },
    };
  if (range.beginning === undefined) return { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: pk };
  return {
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
    ExpressionAttributeValues: { ...pk, ':beginning': range.beginning },
  };
}

/** The pages of a query, 1 MB each. */
export async function* queryPages<T>(query: QueryCommandInput): AsyncGenerator<T[]> {
  for await (const { Items = [] } of paginateQuery({ client: documents }, query)) yield Items as T[];
}

/** All items of a range in the order of their sort keys; strongly consistent by default. */
export async function queryRange<T>(
  TableName: string,
  range: Range,
  { consistent = true, fields }: { consistent?: boolean; fields?: string } = {},
): Promise<T[]> {
  const query = {
    TableName,
    ...conditionOf(range),
    ConsistentRead: consistent,
    ...(fields !== undefined && { ProjectionExpression: fields }),
  };
  const items: T[] = [];
  for await (const page of queryPages<T>(query)) items.push(...page);
  return items;
}

/** The first items of a range, at most `most`; strongly consistent. Their sizes together must be below 1 MB. */
export async function queryPage<T>(TableName: string, range: Range, most: number): Promise<T[]> {
  const query = { TableName, ...conditionOf(range), ConsistentRead: true, Limit: most };
  const { Items = [] } = await documents.send(new QueryCommand(query));
  return Items as T[];
}

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
