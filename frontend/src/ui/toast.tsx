import { Suspense, lazy, useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { createStore, useStore } from '../lib/create-store';
import { wasDeclined, failureText, type FailureTexts } from '../lib/api';

export interface ToastContent {
  tone: 'success' | 'info' | 'danger';
  title: string;
  description?: string;
}

/** Each call of showToast sets a new object, so that the same words twice are shown twice. */
const latest = createStore<ToastContent | undefined>(undefined);
/** The router's key of the entry in the history that it belongs to; undefined while its action may still open one. */
let place: string | undefined;
const here = (): string => (window.history.state as { key?: string } | null)?.key ?? '';

/** In milliseconds: what an action itself opens has begun to open this long after its toast. */
const ownMove = 1000;

/** Shows a toast. There is one at a time: a newer toast replaces the older one (spec 9). */
export function showToast(content: ToastContent): void {
  const toast = { ...content };
  place = undefined;
  latest.set(toast);
  setTimeout(() => {
    if (latest.get() === toast) place = here();
  }, ownMove);
}

/** A dialog opens: a toast ends, unless it tells of the action that opened it. */
export function endToast(): void {
  if (place !== undefined) clearToast();
}

/** As {@link endToast}, for another screen. */
function endToastElsewhere(): void {
  if (place !== here()) endToast();
}

/** Removes a toast that is no longer true. */
const clearToast = (): void => latest.set(undefined);

/** Removes the message of a failure: the user is trying again. */
export const clearFailure = (): void => {
  if (latest.get()?.tone === 'danger') clearToast();
};

/** Without a connection the code of toasts may not load: the text is shown plainly, and what was typed stays. */
function PlainToast({ toast }: { toast: ToastContent }) {
  const { title, description } = toast;
  useEffect(() => {
    const timer = setTimeout(() => latest.get() === toast && clearToast(), 8000);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    <div
      role="alert"
      className={[
        'card pointer-events-none fixed inset-x-4 top-[calc(1rem+env(safe-area-inset-top))] z-60 p-4 text-sm',
        'md:top-auto md:bottom-6',
      ].join(' ')}
    >
      <p className="font-semibold">{title}</p>
      {description}
    </div>
  );
}

const Toaster = lazy(() =>
  import('./toaster').then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: PlainToast }),
  ),
);

/** The container of toasts; its code is loaded with the first of them. */
export function ToastHost() {
  const toast = useStore(latest);
  const { key } = useLocation();
  useEffect(endToastElsewhere, [key]);
  // The next mount must not show the old toast again.
  useEffect(() => clearToast, []);
  if (!toast) return null;
  return (
    <Suspense fallback={null}>
      <Toaster toast={toast} />
    </Suspense>
  );
}

/** The toast of a failure: its title, and the text if the server gives none. */
export interface FailureToast extends FailureTexts {
  title: string;
}

/** Shows a failed call in a toast; shows nothing if the user declined to give the password again. */
export function showFailure(error: unknown, { title, ...texts }: FailureToast): void {
  if (wasDeclined(error)) return;
  const description = failureText(error, texts);
  showToast({
    tone: 'danger',
    title,
    // A server without a text of its own would repeat the title.
    ...(description !== title && { description }),
  });
}
