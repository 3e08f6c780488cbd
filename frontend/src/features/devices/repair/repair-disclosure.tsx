import { ChevronDown, Wrench } from 'lucide-react';
import { useState } from 'react';
import { listRepairs } from '#shared/contract/repair';
import type { Device } from '#shared/model/device';
import { useCall } from '../../../lib/use-call';
import { RepairHistory } from './repair-history';

const summary = 'flex min-h-12 items-center gap-2.5 rounded-field px-4 font-semibold text-accent-ink hover:bg-sunken';

/** The repair history of a device that is not sold, read when it is opened. */
export function RepairDisclosure({ device }: { device: Pick<Device, 'serialNumber'> }) {
  const [opened, setOpened] = useState(false);
  const repairs = useCall(listRepairs, opened ? { params: { serial: device.serialNumber } } : null);
  return (
    <details
      className="group rounded-field border border-line bg-surface"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) setOpened(true);
      }}
    >
      <summary className={summary}>
        <Wrench aria-hidden className="size-5" />
        <span className="flex-1">修理履歴</span>
        <ChevronDown aria-hidden className="size-5 transition-transform group-open:rotate-180" />
      </summary>
      <div className="border-t border-line p-4">{opened && <RepairHistory repairs={repairs} />}</div>
    </details>
  );
}
