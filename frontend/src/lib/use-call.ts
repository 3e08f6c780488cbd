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

/** Reads a call again wherever it is shown, whatever it was asked with: a change names with it what it made old. */
export function useRefresh(): (...calls: Call[]) => Promise<void> {
  const { mutate } = useSWRConfig();
  return useCallback(
    async (...calls: Call[]) => {
      const names = new Set(calls.map((call) => call.name));
      await mutate((key) => Array.isArray(key) && names.has(key[0] as string));
    },
    [mutate],
  );
}
