import { useCallback, useEffect } from 'react';
import useSWR, {
  unstable_serialize,
  useSWRConfig,
  type Key,
  type Middleware,
  type SWRConfiguration,
  type SWRResponse,
} from 'swr';
import type { Call, RequestOf, ResponseOf, Pages } from '#shared/contract/call';
import { type AnyRequest, sendRequest } from './api';
import type { ApiFailure } from './api-failure';

/** The cache key of a read: the call's name and its request. */
export const keyOf = (call: Pick<Call, 'name'>, request: unknown = {}): readonly [string, unknown] => [
  call.name,
  request,
];

type UseCallArguments<C extends Call> =
  object extends RequestOf<C>
    ? [request?: RequestOf<C> | null, options?: ReadOptions]
    : [request: RequestOf<C> | null, options?: ReadOptions];

export interface ReadOptions {
  /** Shows the last request's data until this request's response arrives. */
  keepPreviousData?: boolean;
  /** Part of the key: a new value repeats the same request. */
  nonce?: string;
  /** Reads again whenever a screen shows it, with what is known meanwhile: for what changes without this browser. */
  again?: boolean;
  /** Called when a request fails while its component is mounted. */
  onError?: (error: ApiFailure) => void;
}

/** The number of components that show the data of each key, by its serialized form. */
const shown = new Map<string, number>();

/** Counts every component while it shows the data of a read. Part of the defaults of every read. */
const countShown: Middleware = (useNext) => (key, fetcher, config) => {
  const name = unstable_serialize(key);
  useEffect(() => {
    shown.set(name, (shown.get(name) ?? 0) + 1);
    return () => {
      const left = (shown.get(name) ?? 1) - 1;
      if (left > 0) shown.set(name, left);
      else shown.delete(name);
    };
  }, [name]);
  return useNext(key, fetcher, config);
};

/** Spec 9, Data defaults: data stays valid until it is invalidated. */
export const readDefaults: SWRConfiguration = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
  // Only requests under way are shared: after a change a finished one would be out of date.
  dedupingInterval: 0,
  use: [countShown],
};

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

/**
 * Invalidates all data of the calls with these names: for a refusal that shows that they are out of date, because a
 * change does so itself (`changes.ts`). Visible data is read again; hidden data is forgotten, so that it is read when
 * it is shown next (SWR itself would keep it).
 */
export function useInvalidate(): (...calls: string[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (...calls: string[]) => {
      const names = new Set(calls);
      const isOld = (key: unknown): boolean => Array.isArray(key) && names.has(key[0] as string);
      const isShown = (key: Key): boolean => shown.has(unstable_serialize(key));
      // Both begin at once, so that a read that is asked for afterwards is the later one.
      await Promise.all([
        mutate((key) => isOld(key) && !isShown(key as Key), undefined, { revalidate: false }),
        mutate((key) => isOld(key) && isShown(key as Key)),
      ]);
    },
    [mutate],
  );
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
