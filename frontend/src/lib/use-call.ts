import { useCallback } from 'react';
import useSWR, { useSWRConfig, type SWRConfiguration, type SWRResponse } from 'swr';
import type { Call, RequestOf, ResponseOf } from '../../../shared/contract/call';
import { callApi, type ApiFailure, type CallArguments } from './api';

/** Spec 9, Data defaults: what was read stays until something says otherwise. */
export const readDefaults: SWRConfiguration = {
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  refreshInterval: 0,
  shouldRetryOnError: false,
};

/** The cache key of a read: the call's name and what it was asked with. */
export const keyOf = (call: Call, request: unknown = {}): readonly [string, unknown] => [call.name, request];

type UseCallArguments<C extends Call> = object extends RequestOf<C>
  ? [request?: RequestOf<C> | null, options?: ReadOptions]
  : [request: RequestOf<C> | null, options?: ReadOptions];

export interface ReadOptions {
  /** Shows the answer to the last request until the one to this request is there. */
  keepPreviousData?: boolean;
}

/** Reads a call once and shares the answer with every screen that asks the same. `null` asks nothing yet. */
export function useCall<C extends Call>(call: C, ...[request, options]: UseCallArguments<C>): SWRResponse<ResponseOf<C>, ApiFailure> {
  return useSWR<ResponseOf<C>, ApiFailure>(request === null ? null : keyOf(call, request), () => callApi(call, ...([request ?? {}] as unknown as CallArguments<C>)), options);
}

/**
 * Reads again what a change made old, whatever it was asked with. SWR itself reads only what is on the screen and would show
 * other screens what they showed before; so every kept answer is replaced here. One that cannot be had is forgotten.
 */
export function useRefresh(): (...calls: Call[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (...calls: Call[]) => {
      const kept: (readonly [Call, readonly [string, unknown]])[] = [];
      await mutate(
        (key) => {
          const call = Array.isArray(key) ? calls.find(({ name }) => name === key[0]) : undefined;
          if (call) kept.push([call, key as unknown as readonly [string, unknown]]);
          return false;
        },
        undefined,
        { revalidate: false },
      );
      await Promise.all(
        kept.map(([call, key]) => mutate(key, callApi(call, ...([key[1]] as unknown as CallArguments<Call>)), { revalidate: false }).catch(() => mutate(key, undefined, { revalidate: true }))),
      );
    },
    [mutate],
  );
}
