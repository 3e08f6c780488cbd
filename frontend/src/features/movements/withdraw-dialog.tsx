import { listMovements, withdrawMovement } from '#shared/contract/movement';
import { devicesText, movementKinds, type Movement } from '#shared/model/movement';
import { callApi, doneOrFound } from '../../lib/api';
import { useCall } from '../../lib/use-call';
import { Button } from '../../ui/basics';
import { Dialog } from '../../ui/dialog';
import { showToast } from '../../ui/toast';
import { useAction } from '../../ui/use-action';

interface WithdrawDialogProps {
  movement: Movement;
  customerId: string;
  onClose: () => void;
}

/** Asks before it withdraws a return or exchange that the staff have not begun. */
export function WithdrawDialog({ movement, customerId, onClose }: WithdrawDialogProps) {
  const { id, kind, cause, serialNumbers, lowers } = movement;
  const devices = serialNumbers.length > 0 ? devicesText(movement) : 'デバイス';
  const { mutate: readAgain } = useCall(listMovements, { params: { id: customerId } });
  const [withdraw, busy] = useAction(
    async () => {
      await doneOrFound(callApi(withdrawMovement, { params: { id } }), readAgain, ({ movements }) =>
        movements.some((one) => one.id === id && one.state === 'withdrawn'),
      );
      return () => {
        onClose();
        showToast({ tone: 'success', title: '取り下げました' });
      };
    },
    { title: '取り下げできませんでした' },
  );
  return (
    <Dialog
      onClose={onClose}
      locked={busy}
      title={`${movementKinds[kind].label}を取り下げますか？`}
      actions={
        <>
          <Button variant="quiet" onClick={onClose}>
            取り下げない
          </Button>
          <Button busy={busy} onClick={withdraw}>
            取り下げる
          </Button>
        </>
      }
    >
      <p className="text-ink-soft">
        {/* An exchanged device may be one that its owner was told not to use (the exchange wizard's warning). */}
        {cause === 'exchange'
          ? '交換は行いません。異常な発熱やコンセントの破損があるデバイスは、使用せずに担当者へご連絡ください。'
          : `${devices}はそのままお使いいただけます。${lowers ? '' : '月額料金は変わりません。'}`}
      </p>
    </Dialog>
  );
}
