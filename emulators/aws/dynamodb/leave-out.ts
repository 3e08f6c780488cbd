import { readJsonObject } from '../aws-json';
import type { WireRequest, WireResponse } from '../../platform/index';

/** What a batch asks for in one table: writes, or keys with how to read them. */
type InTable = unknown[] | { Keys: unknown[] };

const leftOutIn: Readonly<Record<string, string>> = {
  BatchGetItem: 'UnprocessedKeys',
  BatchWriteItem: 'UnprocessedItems',
};

const entriesOf = (asked: InTable): unknown[] => (Array.isArray(asked) ? asked : asked.Keys);

/** The part of a batch with these entries; a table without any is left out of it. */
function partOf(batch: Readonly<Record<string, InTable>>, entries: ReadonlySet<unknown>): Record<string, InTable> {
  const parts = Object.entries(batch).map(([table, asked]): [string, InTable] => {
    const taken = entriesOf(asked).filter((entry) => entries.has(entry));
    return [table, Array.isArray(asked) ? taken : { ...asked, Keys: taken }];
  });
  return Object.fromEntries(parts.filter(([, asked]) => entriesOf(asked).length > 0));
}

/**
 * Hands on the first half of a batch, and leaves the other half out, as DynamoDB does under load: the response names
 * what is left out in the form of a request (API_BatchWriteItem, `UnprocessedItems`; API_BatchGetItem,
 * `UnprocessedKeys`). One item is never left out: DynamoDB refuses a batch of which it can do nothing. Other requests
 * pass.
 */
export async function leaveOut(
  request: WireRequest,
  next: (request: WireRequest) => Promise<WireResponse>,
): Promise<WireResponse> {
  const operation = request.headers['x-amz-target']?.split('.')[1] ?? '';
  const member = leftOutIn[operation];
  const input = member === undefined ? undefined : readJsonObject(request.body);
  const batch = input?.['RequestItems'] as Record<string, InTable> | undefined;
  if (member === undefined || batch === undefined) return next(request);
  const entries = Object.values(batch).flatMap(entriesOf);
  const half = Math.ceil(entries.length / 2);
  const RequestItems = partOf(batch, new Set(entries.slice(0, half)));
  const response = await next({ ...request, body: Buffer.from(JSON.stringify({ ...input, RequestItems })) });
  if (response.status !== 200) return response;
  const output = readJsonObject(Buffer.from(response.body ?? '{}'));
  const { 'x-amz-crc32': _ofOtherBody, ...headers } = response.headers ?? {};
  const leftOut = partOf(batch, new Set(entries.slice(half)));
  return { ...response, headers, body: JSON.stringify({ ...output, [member]: leftOut }) };
}
