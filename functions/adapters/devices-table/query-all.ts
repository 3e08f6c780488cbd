import { QueryCommand, type QueryCommandInput, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import { devicesTable, documents } from './client';

/** All items of a query, from as many pages of DynamoDB's (1 MB each) as it has. */
export async function queryAll<T>(query: Omit<QueryCommandInput, 'TableName' | 'ExclusiveStartKey'>): Promise<T[]> {
  const items: T[] = [];
  let start: QueryCommandOutput['LastEvaluatedKey'];
  do {
    const page: QueryCommandOutput = await documents.send(new QueryCommand({ TableName: devicesTable(), ...query, ...(start && { ExclusiveStartKey: start }) }));
    items.push(...((page.Items ?? []) as T[]));
    start = page.LastEvaluatedKey;
  } while (start);
  return items;
}

/** All items of a partition whose sort key begins so. */
export const queryBelow = <T>(pk: string, beginning: string): Promise<T[]> =>
  queryAll<T>({ KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)', ExpressionAttributeValues: { ':pk': pk, ':beginning': beginning } });
