import { useSyncExternalStore } from 'react';

/**
 * A value outside of React that components can subscribe to. `built`: its value in the page that was made at build
 * (decisions/page).
 */
export function createStore<Value>(initial: Value, built: Value = initial) {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: (): Value => value,
    getBuilt: (): Value => built,
    set: (next: Value): void => {
      value = next;
      for (const listener of listeners) listener();
    },
    /** Calls the listener after each `set`; the function that it returns ends that. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the store's value; the component renders again when it changes. */
export const useStore = <Value>({ subscribe, get, getBuilt }: ReturnType<typeof createStore<Value>>): Value =>
  useSyncExternalStore(subscribe, get, getBuilt);
