import { paths } from '../../../lib/paths';
import { Alert, Button, ButtonLink } from '../../../ui/basics';
import { Dialog } from '../../../ui/dialog';
import type { Ordered } from './use-place-order';

/** Shown after an order whose payment or card still needs an action. */
export function OrderedView({
  ordered: { subscriptionId, cardProblem, paymentProblem },
  onClose,
}: {
  ordered: Ordered;
  onClose: () => void;
}) {
  const actions = (
    <>
      <Button variant="quiet" onClick={onClose}>
        閉じる
      </Button>
      {paymentProblem === undefined ? (
        <ButtonLink to={paths.subscriptionPayment(subscriptionId)}>お支払い方法を確認する</ButtonLink>
      ) : (
        <ButtonLink to={paths.subscription(subscriptionId)}>お支払いへ進む</ButtonLink>
      )}
    </>
  );
  return (
    <Dialog onClose={onClose} title="サブスクリプションを作成しました" actions={actions}>
      <div className="space-y-4">
        {paymentProblem !== undefined && (
          <Alert live tone="warning" title={paymentProblem.title}>
            {paymentProblem.text}
          </Alert>
        )}
        {cardProblem !== undefined && (
          <Alert live tone="warning" title="支払い方法の設定に失敗しました">
            サブスクリプションは作成されています。登録したカードを、店舗の標準のお支払い方法にできませんでした。（
            {cardProblem}）
          </Alert>
        )}
      </div>
    </Dialog>
  );
}
