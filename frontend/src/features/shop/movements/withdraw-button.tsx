import { listDevices, listShopDevices } from '#shared/contract/device';
import { listMovements, withdrawMovement } from '#shared/contract/movement';
import type { Movement } from '#shared/model/movement';
import { isOver } from '#shared/model/subscription-status';
import { callApi } from '../../../lib/api';
import { doneOrFound } from '../../../lib/may-be-done';
import { useCall, useInvalidate } from '../../../lib/use-call';
import { useSubscription } from '../../../lib/use-shops';
import { Button } from '../../../ui/button';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';

/**
 * An exchanged device may be one that its owner was told not to use (the exchange wizard's warning). One of an ended
 * subscription has to come back anyway.
 */
function withdrawnText({ cause }: Movement, hasEnded: boolean): string {
  if (cause === 'exchange')
    return '交換は行いません。異常な発熱やコンセントの破損があるデバイスは、使用せずに担当者へご連絡ください。';
  return hasEnded
    ? 'ご契約は終了しているため、デバイスのご返却は引き続き必要です。'
    : 'デバイスはそのままお使いいただけます。';
}

/** Withdraws a return or exchange that the staff have not begun. */
export function WithdrawButton({ movement, customerId }: { movement: Movement; customerId: string }) {
  const { id } = movement;
  const { mutate: readAgain } = useCall(listMovements, { params: { id: customerId } });
  const invalidate = useInvalidate();
  const found = useSubscription(movement.subscription);
  const hasEnded = found.state === 'found' && isOver(found.subscription);
  const tell = (): void =>
    showToast({ tone: 'success', title: '取り下げました', description: withdrawnText(movement, hasEnded) });
  const [withdraw, busy] = useAction(
    async () => {
      await doneOrFound(callApi(withdrawMovement, { params: { id } }), readAgain, ({ movements }) =>
        movements.some((one) => one.id === id && one.state === 'withdrawn'),
      );
      await invalidate(listMovements, listShopDevices, listDevices);
      return tell;
    },
    { title: '取り下げできませんでした' },
  );
  return (
    <Button variant="quiet" size="sm" busy={busy} onClick={withdraw}>
      取り下げる
    </Button>
  );
}
