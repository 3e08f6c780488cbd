import { Wrench } from 'lucide-react';
import { useState } from 'react';
import { listRepairs } from '#shared/contract/repair';
import type { Device } from '#shared/model/device';
import { useCall } from '../../../lib/use-call';
import { Disclosure } from '../../../ui/disclosure';
import { RepairHistory } from './repair-history';

/** The repair history of a device that is not sold, read when it is opened. */
export function RepairDisclosure({ device }: { device: Pick<Device, 'serialNumber'> }) {
  const [opened, setOpened] = useState(false);
  const repairs = useCall(listRepairs, opened ? { params: { serial: device.serialNumber } } : null);
  return (
    <Disclosure Icon={Wrench} label="修理履歴" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      {opened && <RepairHistory repairs={repairs} />}
    </Disclosure>
  );
}
