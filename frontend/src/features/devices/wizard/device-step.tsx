import type { Device } from '#shared/model/device';
import { DetailList } from '../../../ui/detail-list';
import { WizardStep, type WizardStepProps } from './wizard-step';

type DeviceStepProps = Omit<WizardStepProps, 'children'> & { device: Device; place: Readonly<Record<string, string>> };

/** Asks whether it is the right device: its serial number in large type, its shop and the shop's address. */
export const DeviceStep = ({ device, place, ...step }: DeviceStepProps) => (
  <WizardStep {...step}>
    <DetailList
      framed
      rows={{
        シリアル番号: <span className="text-lg font-bold tabular-nums">{device.serialNumber}</span>,
        店舗: device.store.name,
        ...place,
      }}
    />
    <p className="phrased text-sm text-ink-soft">お手元のデバイスのシリアル番号と同じかどうか、お確かめください。</p>
  </WizardStep>
);
