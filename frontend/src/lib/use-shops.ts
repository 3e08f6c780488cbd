import { listShops } from '../../../../shared/contract/billing';
import type { ShopRecord } from '../../../../shared/model/customer';
import type { ApiFailure } from '../../lib/api';
import { useCall } from '../../lib/use-call';

export type Shops =
  | { state: 'loading' }
  | { state: 'error'; error: ApiFailure; retrying: boolean; retry: () => void }
  | { state: 'empty' }
  | { state: 'shops'; list: ShopRecord[] };

/** The user's shops; 404 means that there are none (spec 7). */
export function useShops(): Shops {
  const { data, error, isValidating, mutate } = useCall(listShops, {});
  if (data) return data.length > 0 ? { state: 'shops', list: data } : { state: 'empty' };
  if (error?.status === 404) return { state: 'empty' };
  if (error) return { state: 'error', error, retrying: isValidating, retry: () => void mutate() };
  return { state: 'loading' };
}
