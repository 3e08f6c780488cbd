import { randomBytes } from 'node:crypto';
import type { Emulator, LocalClock, WireRequest, WireResponse } from '#emulators/platform';
import { createDynamoDbEmulator } from '#emulators/aws';

export interface TestDynamoDb extends Pick<Emulator, 'respond' | 'operationOf' | 'reset' | 'close'> {
  keepTables?: () => Promise<void>;
}

const target = 'DynamoDB_20120810';
const operationOf = ({ headers }: WireRequest): string => headers['x-amz-target']?.split('.')[1] ?? 'unknown';

/**
 * Hands requests on to another endpoint, under an access key of its own: DynamoDB Local keeps a database for each
 * access key, so that test files running side by side do not meet (Amazon DynamoDB developer guide, "DynamoDB local
 * usage notes"; it checks no signatures, and access keys have letters and digits only).
 */
function relayTo(endpoint: string): TestDynamoDb {
  const credential = `Credential=TEST${randomBytes(8).toString('hex').toUpperCase()}/`;
  async function respond({ method, url, headers, body }: WireRequest): Promise<WireResponse> {
    const response = await fetch(new URL(url, endpoint), {
      method,
      headers: {
        authorization: (headers['authorization'] ?? '').replace(/Credential=[^/]*\//, credential),
        'content-type': headers['content-type'] ?? 'application/x-amz-json-1.0',
        'x-amz-date': headers['x-amz-date'] ?? '',
        'x-amz-target': headers['x-amz-target'] ?? '',
      },
      body: new Uint8Array(body),
    });
    return {
      status: response.status,
      headers: { 'content-type': response.headers.get('content-type') ?? 'application/x-amz-json-1.0' },
      body: Buffer.from(await response.arrayBuffer()),
    };
  }
  async function ask(operation: string, input: object): Promise<Record<string, unknown>> {
    const scope = '20270101/ap-northeast-1/dynamodb/aws4_request';
    const authorization = `AWS4-HMAC-SHA256 ${credential}${scope}, SignedHeaders=host, Signature=0`;
    const { status, body } = await respond({
      method: 'POST',
      url: '/',
      headers: { authorization, 'x-amz-target': `${target}.${operation}`, 'x-amz-date': '20270101T000000Z' },
      body: Buffer.from(JSON.stringify(input)),
    });
    if (status !== 200) throw new Error(`${endpoint} refused ${operation}: ${String(body)}`);
    return JSON.parse(String(body)) as Record<string, unknown>;
  }
  const reset = async (): Promise<void> => {
    const { TableNames } = (await ask('ListTables', {})) as { TableNames: string[] };
    for (const TableName of TableNames) await ask('DeleteTable', { TableName });
  };
  return { respond, operationOf, reset, close: reset };
}

/**
 * DynamoDB for a test file: the emulator, or the endpoint that DYNAMODB_ENDPOINT names (README, "Tests"). The endpoint
 * has to keep a database for each access key.
 */
export function testDynamoDb(clock: LocalClock): Promise<TestDynamoDb> {
  const endpoint = process.env['DYNAMODB_ENDPOINT'];
  return endpoint ? Promise.resolve(relayTo(endpoint)) : createDynamoDbEmulator({ clock, sweepMs: 0 });
}
