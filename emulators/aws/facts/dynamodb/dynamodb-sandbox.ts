import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import { awsEndpoint } from '../aws-endpoint';
import type { Environment, OpenService } from '../../../platform/facts';

/** A table of the facts' own, named `portal-facts-…`, with the index {@link index}; nothing else is touched. */
export interface TableSandbox {
  client: DynamoDBDocumentClient;
  table: string;
}

export const guide = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide';
export const api = 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference';
/** An index of the items that have its attribute. */
export const index = { name: 'byShelf', attribute: 'shelf' } as const;

interface Refusal {
  name: string;
  reasons?: (string | undefined)[];
}
/** Name and reasons of a request's refusal, or `none`. */
export const refusalOf = (request: Promise<unknown>): Promise<Refusal | 'none'> =>
  request.then(
    () => 'none' as const,
    (error: Error & { CancellationReasons?: { Code?: string }[] }) => ({
      name: error.name,
      ...(error.CancellationReasons && { reasons: error.CancellationReasons.map(({ Code }) => Code) }),
    }),
  );
export const invalid: Refusal = { name: 'ValidationException' };
export const isNew = { ConditionExpression: 'attribute_not_exists(pk)' };

/** Puts an item of the partition `a`; `more` are further members of the request. */
export const put = ({ client, table }: TableSandbox, sk: string, more: object = {}, attributes: object = {}) =>
  client.send(new PutCommand({ TableName: table, Item: { pk: 'a', sk, ...attributes }, ...more }));

/** Opens DynamoDB at `AWS_ENDPOINT_URL_DYNAMODB`, or in the region that `PROVE_REGION` names. */
export function openSandbox(environment: Environment): OpenService<TableSandbox> {
  const { target, settings } = awsEndpoint(environment, 'AWS_ENDPOINT_URL_DYNAMODB');
  const client = new DynamoDBClient(settings);
  const begin = async () => {
    const table = `portal-facts-${randomUUID()}`;
    const names = ['pk', 'sk', index.attribute];
    await client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: names.map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: index.name,
            KeySchema: [{ AttributeName: index.attribute, KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      }),
    );
    await waitUntilTableExists({ client, maxWaitTime: 120, minDelay: 1 }, { TableName: table });
    const close = async () => void (await client.send(new DeleteTableCommand({ TableName: table })));
    return { sandbox: { client: DynamoDBDocumentClient.from(client), table }, close };
  };
  return { target, begin, close: () => Promise.resolve(client.destroy()) };
}
