import type { Demand, Places } from '../aws';
import type { JsonObject } from '../aws-json';
import { readBy } from './execute-statement';

const keys = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

/**
 * A transaction needs the permissions of the operations it is made of (DynamoDB developer guide, "Using IAM with
 * transactions").
 */
function transactionDemands(input: JsonObject): { action: string; table: string }[] {
  const names: Record<string, string> = {
    Put: 'PutItem',
    Update: 'UpdateItem',
    Delete: 'DeleteItem',
    ConditionCheck: 'ConditionCheckItem',
  };
  const items = Array.isArray(input['TransactItems'])
    ? (input['TransactItems'] as Record<string, { TableName?: unknown }>[])
    : [];
  return items.flatMap((item) =>
    Object.entries(item).map(([kind, { TableName }]) => ({
      action: `dynamodb:${names[kind] ?? kind}`,
      table: String(TableName),
    })),
  );
}

/** The permissions that a request needs: its action on each table and index that it names. */
export function demandsOf(operation: string, input: JsonObject, { arnOf }: Places): Demand[] {
  const arn = (table: string): string => arnOf(table) ?? table;
  if (operation.startsWith('Transact'))
    return transactionDemands(input).map(({ action, table }) => ({ action, resource: arn(table) }));
  if (operation === 'ExecuteStatement') {
    // DynamoDB developer guide, "IAM security policies with PartiQL for DynamoDB".
    const { table = '', index } = readBy(input['Statement']) ?? {};
    const resource = index === undefined ? arn(table) : `${arn(table)}/index/${index}`;
    return [{ action: 'dynamodb:PartiQLSelect', resource }];
  }
  const action = `dynamodb:${operation}`;
  const batched = keys(input['RequestItems']);
  if (batched.length > 0) return batched.map((table) => ({ action, resource: arn(table) }));
  if (typeof input['TableName'] !== 'string') return [{ action, resource: '*' }];
  const table = arn(input['TableName']);
  return [
    { action, resource: typeof input['IndexName'] === 'string' ? `${table}/index/${input['IndexName']}` : table },
  ];
}
