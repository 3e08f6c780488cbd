import type { Call, Pages } from '#shared/contract/call';
import { sendRequest, type AnyRequest } from './api';

const at = (entry: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], entry);

/** The greatest key of a page; ids are ASCII, so that this is DynamoDB's order. */
const lastKey = (page: readonly unknown[], { key }: Pages): string =>
  page.map((entry) => String(at(entry, key))).reduce((one, other) => (one > other ? one : other), '');

/** Makes a read; of one that comes in pages, reads them all, one after the other, and returns the whole list. */
export async function readPages({ pages, ...call }: Call, request: AnyRequest): Promise<unknown> {
  if (!pages) return sendRequest(call, request);
  const all: unknown[] = [];
  for (let after = ''; ;) {
    const query = { ...request.query, after };
    const page = (await sendRequest(call, { ...request, query })) as unknown[];
    all.push(...page);
    const next = lastKey(page, pages);
    if (page.length < (after === '' ? pages.first : pages.later) || next <= after) break;
    after = next;
  }
  const { order } = pages;
  if (order === undefined || all.length <= pages.first) return all;
  return all.toSorted((one, other) => Number(at(one, order)) - Number(at(other, order)));
}
