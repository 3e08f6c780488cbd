import { listShopDevices } from '#shared/contract/device';
import { promisedWithin, takes, type Movement, type MovesOfChange } from '#shared/model/movement';
import { isHeld } from '#shared/model/device-request';
import { useCall } from '../../../lib/use-call';
import { Alert } from '../../../ui/basics';
import { CheckboxField } from '../../../ui/fields';
import { callsOffShipments, countsReturns } from './delivery-text';

interface ReturnedDevicesProps {
  customerId: string;
  subscriptionId: string;
  moves: MovesOfChange;
  /** Of the shop: what they take already is not chosen. */
  movements: readonly Movement[];
  chosen: readonly string[];
  onChange: (serials: readonly string[]) => void;
}

/**
 * Which devices go back with a lower quantity, and which are not shipped at all. There is nothing to choose if all of
 * the owner's devices go back anyway.
 */
export function ReturnedDevices(props: ReturnedDevicesProps) {
  const { calledOff, returned, back } = props.moves;
  const said = [
    ...(returned > 0 ? [countsReturns(returned)] : []),
    ...(calledOff > 0 ? [callsOffShipments(calledOff)] : []),
  ];
  return (
    <>
      {said.length > 0 && (
        <Alert tone="info" title={said.join('。')}>
          {back === 0 && 'ほかに返却するデバイスはありません。'}
        </Alert>
      )}
      {back > 0 && <Choice {...props} />}
    </>
  );
}

function Choice({ customerId, subscriptionId, moves, movements, chosen, onChange }: ReturnedDevicesProps) {
  const count = moves.back;
  const { data = [] } = useCall(listShopDevices, { params: { id: customerId } });
  const held = data.filter(
    (device) =>
      device.stripeSubscriptionId === subscriptionId &&
      isHeld(device) &&
      !movements.some((one) => takes(one, { serialNumber: device.serialNumber, isOfItsSubscription: false })),
  );
  if (held.length < count) return null;
  const toggle = (serial: string): void =>
    onChange(chosen.includes(serial) ? chosen.filter((one) => one !== serial) : [...chosen, serial]);
  return (
    <fieldset>
      <legend className="text-sm font-semibold">返却するデバイス（{count}台）</legend>
      <p className="mt-1 text-sm text-ink-soft" aria-live="polite">
        {chosen.length === count
          ? `選んだデバイスの返却用の箱を、${promisedWithin('lowered')}にお送りします。`
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
