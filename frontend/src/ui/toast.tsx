import { Suspense, lazy, useEffect } from 'react';
import { createStore, useStore } from '../lib/create-store';

export interface ToastContent {
  tone: 'success' | 'info' | 'danger';
  title: string;
  description?: string;
  /** Where a dialog opens at the thumb at the same time: a phone's toast would lie on its buttons. */
  place?: 'top';
}

/** Each call of showToast sets a new object, so that the same words twice are shown twice. */
const latest = createStore<ToastContent | undefined>(undefined);

/** Says something in passing. One at a time: a newer toast takes the older one's place (spec 9). */
export const showToast = (content: ToastContent): void => latest.set({ ...content });

/** Takes a toast back that is no longer true: the second try of what failed has succeeded. */
export const clearToast = (): void => latest.set(undefined);

const Toaster = lazy(() => import('./toaster').then((module) => ({ default: module.Toaster })));

/** Where toasts appear; its code is loaded with the first of them. */
export function ToastHost() {
  const toast = useStore(latest);
  // The next page does not repeat it.
  useEffect(() => clearToast, []);
  if (!toast) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toast={toast} />
    </Suspense>
  );
}
