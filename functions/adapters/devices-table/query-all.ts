import { paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { devicesTable, documents } from './client';

/** All items of a query, from as many pages of DynamoDB's (1 MB each) as it has. */
export async function queryAll<T>(query: Omit<QueryCommandInput, 'TableName' | 'ExclusiveStartKey'>): Promise<T[]> {
  const items: T[] = [];
  for await (const { Items = [] } of paginateQuery({ client: documents }, { TableName: devicesTable(), ...query }))
    items.push(...(Items as T[]));
  return items;
}

/** All items of a partition whose sort key begins so. */
export const queryBelow = <T>(pk: string, beginning: string): Promise<T[]> =>
  queryAll<T>({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :beginning)',
    ExpressionAttributeValues: { ':pk': pk, ':beginning': beginning },
  });
