import { unreachableText } from '../../lib/api-failure';
import type { FailureToast } from '../../ui/show-failure';

/** The text for a change of a shop or a payment without a response: it can be tried again (spec 8). */
export const tryAgainText = `${unreachableText}。接続を確認して、もう一度お試しください。`;

/** The toast of a failed action (spec 8): the action's name, and the server's own text if it has one. */
export const actionFailure = (title: string): FailureToast => ({
  title,
  refused: title,
  unreachable: tryAgainText,
});

/** The text after a change; it says so if the returned shop does not show the change yet. */
export const doneText = (text: string, isShown: boolean): string =>
  isShown ? text : `${text}画面への反映には少し時間がかかることがあります。`;
