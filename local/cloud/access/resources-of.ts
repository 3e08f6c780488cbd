import type { WireRequest } from '../../wire';
import type { AwsServiceName } from '../services/service-name';

/** What IAM checks of a request: an action on a resource. */
export interface Demand {
  action: string;
  resource: string;
}

type Input = Record<string, unknown>;
/** ARN behind the id that a request names (table, pool, secret), or the id itself where it is an ARN already. */
export type ArnOf = (id: string) => string | undefined;

const readJson = (request: WireRequest): Input => {
  try {
    const input: unknown = JSON.parse(request.body.toString('utf8') || '{}');
    return typeof input === 'object' && input !== null ? (input as Input) : {};
  } catch {
    return {};
  }
};

const keys = (value: unknown): string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : []);

/**
 * A transaction needs the permissions of the operations it is made of (DynamoDB developer guide, "Using IAM with
 * transactions").
 */
function transactionDemands(input: Input): { action: string; table: string }[] {
  const names: Record<string, string> = {
    Put: 'PutItem',
    Update: 'UpdateItem',
    Delete: 'DeleteItem',
    ConditionCheck: 'ConditionCheckItem',
    Get: 'GetItem',
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

function dynamoDbDemands(operation: string, input: Input, arnOf: ArnOf): Demand[] {
  const arn = (table: string): string => arnOf(table) ?? table;
  if (operation.startsWith('Transact'))
    return transactionDemands(input).map(({ action, table }) => ({ action, resource: arn(table) }));
  const action = `dynamodb:${operation}`;
  const batched = keys(input['RequestItems']);
  if (batched.length > 0) return batched.map((table) => ({ action, resource: arn(table) }));
  if (typeof input['TableName'] !== 'string') return [{ action, resource: '*' }];
  const table = arn(input['TableName']);
  return [
    { action, resource: typeof input['IndexName'] === 'string' ? `${table}/index/${input['IndexName']}` : table },
  ];
}

/** What a request of a function needs to be allowed. */
export function demandsOf(service: AwsServiceName, operation: string, request: WireRequest, arnOf: ArnOf): Demand[] {
  switch (service) {
    case 'dynamodb':
      return dynamoDbDemands(operation, readJson(request), arnOf);
    case 'cognito': {
      const pool = readJson(request)['UserPoolId'];
      return [{ action: `cognito-idp:${operation}`, resource: typeof pool === 'string' ? (arnOf(pool) ?? pool) : '*' }];
    }
    case 'secrets': {
      const id = readJson(request)['SecretId'];
      return [{ action: `secretsmanager:${operation}`, resource: typeof id === 'string' ? (arnOf(id) ?? id) : '*' }];
    }
    case 'ses': {
      const from = readJson(request)['FromEmailAddress'];
      const address = typeof from === 'string' ? (/<([^>]*)>$/.exec(from)?.[1] ?? from) : '*';
      return [{ action: `ses:${operation}`, resource: arnOf(`identity/${address}`) ?? '*' }];
    }
    case 'sns': {
      const form = new URLSearchParams(request.body.toString('utf8'));
      return [{ action: `sns:${operation}`, resource: form.get('TopicArn') ?? form.get('TargetArn') ?? '*' }];
    }
  }
}
