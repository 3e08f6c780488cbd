import { useState } from 'react';
import type { Device } from '#shared/model/device';
import { isSold } from '#shared/model/device-request';
import { Dialog } from '../../../ui/dialog';
import { DeviceOverview } from './device-overview';
import { ExchangeWizard } from '../wizard/exchange-wizard';
import { RepairPanel } from '../repair/repair-panel';
import { ReturnWizard } from '../wizard/return-wizard';

interface DeviceDialogProps {
  device: Device;
  /** The shop that has the device. */
  customerId: string;
  onClose: () => void;
}

const titles = { overview: 'デバイスの操作', return: '返却のお手続き', exchange: '交換のお手続き' } as const;

/** All requests for a device: exchange or return of a rented one, repair of a sold one (spec 2, Store devices). */
export function DeviceDialog({ device, customerId, onClose }: DeviceDialogProps) {
  const [mode, setMode] = useState<keyof typeof titles>('overview');
  const [held, setHeld] = useState(false);
  const sold = isSold(device);
  const backToOverview = (): void => setMode('overview');
  const wizard = { device, customerId, onHold: setHeld, onOutdated: backToOverview, onBack: backToOverview, onClose };
  return (
    <Dialog onClose={onClose} locked={held} title={sold ? `修理：${device.serialNumber}` : titles[mode]}>
      {sold && <RepairPanel device={device} onHold={setHeld} onClose={onClose} />}
      {!sold && mode === 'overview' && <DeviceOverview device={device} onChoose={setMode} />}
      {!sold && mode === 'return' && <ReturnWizard {...wizard} />}
      {!sold && mode === 'exchange' && <ExchangeWizard {...wizard} />}
    </Dialog>
  );
}
