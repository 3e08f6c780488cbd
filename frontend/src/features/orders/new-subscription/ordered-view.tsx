import { paths } from '../../../lib/paths';
import { Alert } from '../../../ui/basics';
import { NoticeDialog } from '../../../ui/dialog';
import type { Ordered } from './use-place-order';

/** Shown after an order whose payment or card still needs an action. */
export function OrderedView({
  ordered: { subscriptionId, cardProblem, paymentProblem },
  onClose,
}: {
  ordered: Ordered;
  onClose: () => void;
}) {
  return (
    <NoticeDialog
      onClose={onClose}
      title={paymentProblem?.title ?? 'サブスクリプションを作成しました'}
      way={
        paymentProblem === undefined
          ? { to: paths.subscriptionPayment(subscriptionId), children: 'お支払い方法を確認する' }
          : {
              to: paths.subscription(subscriptionId),
              children: paymentProblem.card ? 'お支払いへ進む' : 'お支払いの状況を確認する',
            }
      }
    >
      <div className="space-y-4">
        {paymentProblem !== undefined && (
          <p>
            {paymentProblem.card
              ? paymentProblem.text
              : '通信の状態を確認してから、お支払いの状況をご覧ください。二重に請求されることはありません。'}
          </p>
        )}
        {cardProblem !== undefined && (
          <Alert live tone="warning" title="支払い方法の設定に失敗しました">
            サブスクリプションは作成されています。登録したカードを、店舗の標準のお支払い方法にできませんでした。（
            {cardProblem}）
          </Alert>
        )}
      </div>
    </NoticeDialog>
  );
}
