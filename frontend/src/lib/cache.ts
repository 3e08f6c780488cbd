import { useEffect } from 'react';
import { unstable_serialize, type Middleware, type SWRConfiguration } from 'swr';
import type { Call } from '#shared/contract/call';

/** The cache key of a read: the call's name and its request. */
export const keyOf = (call: Pick<Call, 'name'>, request: unknown = {}): readonly [string, unknown] => [
  call.name,
  request,
];

/** The number of components that show the data of each key, by its serialized form. */
export const shown = new Map<string, number>();

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
