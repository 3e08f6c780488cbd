import useSWR, { type SWRResponse } from 'swr';
import type { Call, RequestOf, ResponseOf, Pages } from '#shared/contract/call';
import { getConfig } from '#shared/contract/platform';
import type { Contact } from '#shared/model/business';
import { type AnyRequest, sendRequest, type ApiFailure } from './api';
import { keyOf } from './cache';

type UseCallArguments<C extends Call> =
  object extends RequestOf<C>
    ? [request?: RequestOf<C> | null, options?: ReadOptions]
    : [request: RequestOf<C> | null, options?: ReadOptions];

interface ReadOptions {
  /** Shows the last request's data until this request's response arrives. */
  keepPreviousData?: boolean;
  /** Part of the key: a new value repeats the same request. */
  nonce?: string;
  /** Reads again whenever a screen shows it, with what is known meanwhile: for what changes without this browser. */
  again?: boolean;
  /** Called when a request fails while its component is mounted. */
  onError?: (error: ApiFailure) => void;
}

/** Makes a read once and shares its data between all screens. A `null` request sends nothing. */
export function useCall<C extends Call>(
  call: C,
  ...request: UseCallArguments<C>
): SWRResponse<ResponseOf<C>, ApiFailure>;
export function useCall(call: Call, request: AnyRequest | null = {}, { nonce, again, ...options }: ReadOptions = {}) {
  const key = request === null ? null : nonce === undefined ? keyOf(call, request) : [...keyOf(call, request), nonce];
  return useSWR<unknown, ApiFailure>(key, () => readPages(call, request ?? {}), {
    ...options,
    ...(again && { revalidateIfStale: true }),
  });
}

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

/** Where the stage's staff are reached; undefined until it is known. */
export const useContact = (): Contact | undefined => useCall(getConfig).data?.contact;
