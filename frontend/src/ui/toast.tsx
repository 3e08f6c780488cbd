import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react';

export interface ToastContent {
  tone: 'success' | 'info' | 'danger';
  title: string;
  description?: string;
  /** Where a dialog opens at the thumb at the same time: a phone's toast would lie on its buttons. */
  place?: 'top';
}

/** Each call of showToast is a new object, so that the same words twice are shown twice. */
let latest: ToastContent | undefined;
const listeners = new Set<() => void>();

/** Says something in passing. One at a time: a newer one takes the older one's place (spec 9). */
export function showToast(content: ToastContent): void {
  latest = { ...content };
  for (const listener of listeners) listener();
}

/** Takes back what was said, where it is no longer true: a failure whose second try succeeded. */
export function clearToast(): void {
  latest = undefined;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const Toaster = lazy(() => import('./toaster').then((module) => ({ default: module.Toaster })));

/** Where toasts appear; its code is loaded with the first of them. */
export function ToastHost() {
  const toast = useSyncExternalStore(subscribe, () => latest);
  // What was said on one page is not said again on the next.
  useEffect(() => () => void (latest = undefined), []);
  if (!toast) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toast={toast} />
    </Suspense>
  );
}
