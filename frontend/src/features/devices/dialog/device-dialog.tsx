import { useState } from 'react';
import type { Device } from '#shared/model/device';
import { isSold, rulesOf } from '#shared/model/device-request';
import { Dialog } from '../../../ui/dialog';
import { DeviceOverview } from './device-overview';
import { RepairPanel } from '../repair/repair-panel';
import { wizards, type WizardKind } from './wizards';

interface DeviceDialogProps {
  device: Device;
  /** The shop that has the device. */
  customerId: string;
  onClose: () => void;
}

/**
 * All requests for a device: exchange or return of a rented one, repair of a sold one (spec 2, Store devices). The
 * title says at each step which device it is.
 */
export function DeviceDialog({ device, customerId, onClose }: DeviceDialogProps) {
  const [kind, setKind] = useState<WizardKind>();
  const [held, setHeld] = useState(false);
  const sold = isSold(device);
  const asked = sold ? 'repair' : kind;
  const Wizard = kind && wizards[kind].Wizard;
  const backToOverview = (): void => setKind(undefined);
  const wizard = { device, customerId, onHold: setHeld, onOutdated: backToOverview, onBack: backToOverview, onClose };
  return (
    <Dialog onClose={onClose} locked={held} title={`${asked ? `${rulesOf(asked).label}：` : ''}${device.serialNumber}`}>
      {sold && <RepairPanel device={device} onHold={setHeld} onClose={onClose} />}
      {!sold && !Wizard && <DeviceOverview device={device} customerId={customerId} onChoose={setKind} />}
      {!sold && Wizard && <Wizard {...wizard} />}
    </Dialog>
  );
}
