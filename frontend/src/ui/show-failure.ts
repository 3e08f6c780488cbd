import { wasDeclined } from '../lib/api-failure';
import { failureText, type FailureTexts } from '../lib/failure-text';
import { showToast, type ToastContent } from './toast';

/** The toast of a failure: its title, and the words where the server has none of its own. */
export interface FailureToast extends FailureTexts, Pick<ToastContent, 'place'> {
  title: string;
}

/** Reports a failed call in a toast; nothing where the user declined to give the password again. */
export function showFailure(error: unknown, { title, place, ...texts }: FailureToast): void {
  if (wasDeclined(error)) return;
  const description = failureText(error, texts);
  showToast({
    tone: 'danger',
    title,
    ...(place && { place }),
    // A server without words of its own would say the title twice.
    ...(description !== title && { description }),
  });
}
