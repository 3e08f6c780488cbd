import { useSyncExternalStore } from 'react';

/** A value outside of React that components can subscribe to. */
export interface Store<Value> {
  get: () => Value;
  set: (next: Value) => void;
  /** Calls the listener after each `set`; the function that it returns ends that. */
  subscribe: (listener: () => void) => () => void;
  /** The value of the page that was made at build (decisions/page). */
  getBuilt: () => Value;
}

export function createStore<Value>(initial: Value, built: Value = initial): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    getBuilt: () => built,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the store's value; the component renders again when it changes. */
export const useStore = <Value>({ subscribe, get, getBuilt }: Store<Value>): Value =>
  useSyncExternalStore(subscribe, get, getBuilt);
