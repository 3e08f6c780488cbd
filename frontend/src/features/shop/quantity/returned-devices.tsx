import { listShopDevices } from '#shared/contract/device';
import { isRented, isReturned } from '#shared/model/device-request';
import { useCall } from '../../../lib/use-call';
import { Alert } from '../../../ui/alert';
import { CheckboxField } from '../../../ui/checkbox-field';

interface ReturnedDevicesProps {
  customerId: string;
  subscriptionId: string;
  /** How many devices go back besides those on their way. */
  count: number;
  /** The devices on their way back that lower the subscription already. */
  promised: readonly string[];
  chosen: readonly string[];
  onChange: (serials: readonly string[]) => void;
}

/**
 * Which devices go back with a lower quantity, and which of them are on their way already. There is nothing to choose
 * if all of the owner's devices go back anyway.
 */
export function ReturnedDevices(props: ReturnedDevicesProps) {
  const { promised, count } = props;
  return (
    <>
      {promised.length > 0 && (
        <Alert tone="info" title={`返却の手続き中の${promised.length}台を、減らす台数に数えます`}>
          <p>
            <span className="tabular-nums">{promised.join('、')}</span>
            {count === 0 && '。ほかに返却するデバイスはありません。'}
          </p>
        </Alert>
      )}
      {count > 0 && <Choice {...props} />}
    </>
  );
}

function Choice({ customerId, subscriptionId, count, chosen, onChange }: ReturnedDevicesProps) {
  const { data = [] } = useCall(listShopDevices, { params: { id: customerId } });
  const held = data.filter(
    (device) =>
      device.stripeSubscriptionId === subscriptionId &&
      isRented(device) &&
      !isReturned(device) &&
      !(device.isActionLocked && device.lastActionType === 'return'),
  );
  if (held.length < count) return null;
  const toggle = (serial: string): void =>
    onChange(chosen.includes(serial) ? chosen.filter((one) => one !== serial) : [...chosen, serial]);
  return (
    <fieldset>
      <legend className="text-sm font-semibold">返却するデバイス（{count}台）</legend>
      <p className="phrased mt-1 text-sm text-ink-soft" aria-live="polite">
        {chosen.length === count
          ? '選んだデバイスの返却用の箱を、1週間以内にお送りします。'
          : `お手元に残さないデバイスを${count}台お選びください。選ばない場合は、担当者が確認のご連絡をします。`}
      </p>
      <div className="mt-1">
        {held.map(({ serialNumber }) => (
          <CheckboxField
            key={serialNumber}
            label={<span className="tabular-nums">{serialNumber}</span>}
            checked={chosen.includes(serialNumber)}
            disabled={!chosen.includes(serialNumber) && chosen.length >= count}
            onChange={() => toggle(serialNumber)}
          />
        ))}
      </div>
    </fieldset>
  );
}
