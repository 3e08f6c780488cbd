import { listMovements, withdrawMovement } from '#shared/contract/movement';
import type { Movement } from '#shared/model/movement';
import { callApi } from '../../lib/api';
import { doneOrFound } from '../../lib/may-be-done';
import { useCall } from '../../lib/use-call';
import { Button } from '../../ui/button';
import { showToast } from '../../ui/toast';
import { useAction } from '../../ui/use-action';

/** An exchanged device may be one that its owner was told not to use (the exchange wizard's warning). */
const withdrawnText = ({ cause }: Movement): string =>
  cause === 'exchange'
    ? '交換は行いません。異常な発熱やコンセントの破損があるデバイスは、使用せずに担当者へご連絡ください。'
    : 'デバイスはそのままお使いいただけます。';

/** Withdraws a return or exchange that the staff have not begun. */
export function WithdrawButton({ movement, customerId }: { movement: Movement; customerId: string }) {
  const { id } = movement;
  const { mutate: readAgain } = useCall(listMovements, { params: { id: customerId } });
  const tell = (): void =>
    showToast({ tone: 'success', title: '取り下げました', description: withdrawnText(movement) });
  const [withdraw, busy] = useAction(
    async () => {
      await doneOrFound(callApi(withdrawMovement, { params: { id } }), readAgain, ({ movements }) =>
        movements.some((one) => one.id === id && one.state === 'withdrawn'),
      );
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
