import { listShopDevices } from '#shared/contract/device';
import { isRented, isReturned } from '#shared/model/device-request';
import { useCall } from '../../../lib/use-call';
import { CheckboxField } from '../../../ui/checkbox-field';

interface ReturnedDevicesProps {
  customerId: string;
  subscriptionId: string;
  /** How many devices go back. */
  count: number;
  chosen: readonly string[];
  onChange: (serials: readonly string[]) => void;
}

/** Which devices go back with a lower quantity. Renders nothing if all of the owner's devices go back anyway. */
export function ReturnedDevices({ customerId, subscriptionId, count, chosen, onChange }: ReturnedDevicesProps) {
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
