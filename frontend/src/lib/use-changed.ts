import { useLocation } from 'react-router-dom';

/** What was just ordered, changed or ended: a subscription, or all subscriptions of a shop. */
export interface Changed {
  customerId: string;
  subscriptionId?: string;
}

/** The state of the browser's history entry after which a page shows what happens next. */
export const changedState = (changed: Changed): { changed: Changed } => ({ changed });

/** The change that led to this page; undefined if the page was opened in another way. */
export function useChanged(): Changed | undefined {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'changed' in state ? (state.changed as Changed) : undefined;
}
