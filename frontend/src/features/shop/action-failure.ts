import { failureText } from '../../lib/failure-text';
import { showToast } from '../../ui/toast';

/** Says that an action failed (spec 8): what could not be done, and the server's words for why where it has some. */
export function sayActionFailed(title: string, error: unknown): void {
  const description = failureText(error, {
    refused: title,
    unreachable: '通信エラーが発生しました。接続を確認して、もう一度お試しください。',
  });
  showToast({ tone: 'danger', title, place: 'top', ...(description !== title && { description }) });
}
