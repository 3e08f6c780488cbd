import { previewQuantities } from '#shared/contract/billing';
import type { QuantityPreview } from '#shared/model/pricing';
import type { Quantities } from '#shared/model/quantities';
import type { ApiFailure } from '../../../lib/api-failure';
import { useCall } from '../../../lib/use-call';

export type PreviewState =
  | { state: 'loading' }
  | { state: 'error'; error: ApiFailure }
  | { state: 'ready'; costs: QuantityPreview };

/** A change to preview. Each preview has its own nonce, because an amount from another day would be outdated. */
export interface Asking {
  change: Quantities;
  nonce: string;
}

export const newAsking = (change: Quantities): Asking => ({ change, nonce: crypto.randomUUID() });

/** The cost of a change; undefined requests nothing. `onRefused` is called with the reason if there is no preview. */
export function usePreview(
  subscriptionId: string,
  asking: Asking | undefined,
  onRefused: (error: ApiFailure) => void,
): PreviewState {
  const { data, error } = useCall(
    previewQuantities,
    asking ? { params: { id: subscriptionId }, body: asking.change } : null,
    { onError: onRefused, ...(asking && { nonce: asking.nonce }) },
  );
  if (data) return { state: 'ready', costs: data };
  return error ? { state: 'error', error } : { state: 'loading' };
}
