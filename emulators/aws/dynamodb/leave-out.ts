import { readJsonObject } from '../aws-json';
import type { WireRequest, WireResponse } from '../../platform/index';

/** What a batch asks for: the keys of each table, with how to read them. */
type Batch = Readonly<Record<string, { Keys: unknown[] }>>;

/** The part of a batch with these keys; a table without any is left out of it. */
const partOf = (batch: Batch, keys: ReadonlySet<unknown>): Batch =>
  Object.fromEntries(
    Object.entries(batch)
      .map(([table, asked]) => [table, { ...asked, Keys: asked.Keys.filter((key) => keys.has(key)) }] as const)
      .filter(([, { Keys }]) => Keys.length > 0),
  );

/**
 * Hands on the first half of a batch of reads, and leaves the other half out, as DynamoDB does under load: the response
 * names what is left out in the form of a request (API_BatchGetItem, `UnprocessedKeys`). One item is never left out:
 * DynamoDB refuses a batch of which it can do nothing. Other requests pass.
 */
export async function leaveOut(
  request: WireRequest,
  next: (request: WireRequest) => Promise<WireResponse>,
): Promise<WireResponse> {
  const input = request.headers['x-amz-target']?.endsWith('.BatchGetItem') ? readJsonObject(request.body) : undefined;
  const batch = input?.['RequestItems'] as Batch | undefined;
  if (batch === undefined) return next(request);
  const keys = Object.values(batch).flatMap(({ Keys }) => Keys);
  const half = Math.ceil(keys.length / 2);
  const RequestItems = partOf(batch, new Set(keys.slice(0, half)));
  const response = await next({ ...request, body: Buffer.from(JSON.stringify({ ...input, RequestItems })) });
  if (response.status !== 200) return response;
  const output = readJsonObject(Buffer.from(response.body ?? '{}'));
  const { 'x-amz-crc32': _ofOtherBody, ...headers } = response.headers ?? {};
  const UnprocessedKeys = partOf(batch, new Set(keys.slice(half)));
  return { ...response, headers, body: JSON.stringify({ ...output, UnprocessedKeys }) };
}
