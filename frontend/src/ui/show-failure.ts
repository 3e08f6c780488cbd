import { wasDeclined } from '../lib/api-failure';
import { failureText, type FailureTexts } from '../lib/failure-text';
import { showToast } from './toast';

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
