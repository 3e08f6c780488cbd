import { unreachableText } from '../../lib/api-failure';
import type { FailureToast } from '../../ui/show-failure';

/** What is said where a change of a shop or a payment got no answer: it can be tried again (spec 8). */
export const tryAgainText = `${unreachableText}。接続を確認して、もう一度お試しください。`;

/** The toast of an action that failed (spec 8): what could not be done, and the server's own text if it has one. */
export const actionFailure = (title: string): FailureToast => ({
  title,
  refused: title,
  unreachable: tryAgainText,
  place: 'top',
});

/** Added to what was done where the payment provider has not taken it over yet. */
export const shownLater = '画面への反映には少し時間がかかることがあります。';
