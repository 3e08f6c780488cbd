import { getEndingReceipt, previewEnding, takeBackEnding } from '#shared/contract/ending';
import type { ShopRecord } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { isOver } from '#shared/model/subscription-status';
import { callApi } from '../../../lib/api';
import { paths } from '../../../lib/paths';
import { useInvalidate } from '../../../lib/use-call';
import { useKeepShop, useSubscription } from '../../../lib/use-shops';
import { Alert } from '../../../ui/alert';
import { Button, ButtonLink } from '../../../ui/button';
import { DateText } from '../../../ui/date-text';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';
import { useActionFailed } from '../use-action-failed';

interface PlannedNoticeProps {
  subscriptionId: string;
  /** Unix seconds. */
  endsAt: number;
  /** Leaves the link to the receipt out, where it is shown already. */
  receiptShown?: boolean;
}

/** A planned end, and the button that takes it back. */
export function PlannedNotice({ subscriptionId, endsAt, receiptShown = false }: PlannedNoticeProps) {
  const found = useSubscription(subscriptionId);
  const keep = useKeepShop();
  const invalidate = useInvalidate();
  const actionFailed = useActionFailed(found.state === 'found' ? found.shop.customer.id : '');
  const goesOn = ({ subscriptions }: ShopRecord): boolean =>
    subscriptions.some((one) => one.id === subscriptionId && !isOver(one) && plannedEndOf(one) === undefined);
  const tell = async (): Promise<void> => {
    await invalidate(previewEnding, getEndingReceipt);
    showToast({ tone: 'success', title: '解約を取り消しました', description: '契約はこれまでどおり続きます。' });
  };
  const [takeBack, busy] = useAction(
    async () => {
      const { shop } = await callApi(takeBackEnding, { params: { id: subscriptionId } });
      await keep(shop);
      await tell();
    },
    async (error) => {
      if (await actionFailed('解約の取り消し中にエラーが発生しました', error, goesOn)) await tell();
    },
  );

  return (
    <Alert tone="warning" title="解約を受け付けています">
      <p>
        契約は
        <DateText unix={endsAt} />
        に終了します。その日までは取り消せます。
      </p>
      <div className="mt-4 flex flex-wrap gap-3 print:hidden">
        <Button variant="secondary" busy={busy} onClick={takeBack}>
          解約を取り消す
        </Button>
        {!receiptShown && (
          <ButtonLink to={paths.endingReceipt(subscriptionId)} variant="secondary">
            解約受付書
          </ButtonLink>
        )}
      </div>
    </Alert>
  );
}
