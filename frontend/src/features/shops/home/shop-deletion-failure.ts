import { ApiFailure, failedWith } from '../../../lib/api-failure';
import { failureText } from '../../../lib/failure-text';

/** The message of a refused deletion (spec 8, Shop deletion). */
export interface DeletionFailure {
  title: string;
  description?: string;
}

const count = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

/** Why a shop cannot be deleted and what to do; for other codes the server's text. */
export function deletionFailure(error: unknown): DeletionFailure {
  if (failedWith(error, 'NETWORK'))
    return { title: '通信エラー', description: '接続を確認して、もう一度お試しください。' };
  const details = error instanceof ApiFailure ? error.details : {};
  const [subscriptions, invoices] = [count(details['activeSubscriptions']), count(details['unpaidInvoices'])];
  const reasons = [
    ...(subscriptions > 0 ? [`有効なサブスクリプションが${subscriptions}件あります。先に解約してください。`] : []),
    ...(invoices > 0 ? [`未払いの請求が${invoices}件あります。先にお支払いください。`] : []),
  ];
  if (reasons.length > 0) return { title: '削除できません', description: reasons.join('') };
  return { title: '削除エラー', description: failureText(error, { refused: '店舗の削除に失敗しました' }) };
}
