import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query holds, e.g. `(min-width: 1024px)`; for elements that differ in structure, not only in style.
 */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
