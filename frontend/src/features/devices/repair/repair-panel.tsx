import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react';
import { useState } from 'react';
import { listRepairs } from '#shared/contract/repair';
import { useCall, useContact } from '../../../lib/use-call';
import { Alert, Skeleton, PartFailure } from '../../../ui/basics';
import { ContactLine, DateText, DetailList } from '../../../ui/content';
import { whyAway } from '../device/device-badges';
import { RepairBadge, isDone } from './work-records';
import { RepairHistory, type Repairs } from './repair-history';
import { RepairWizard } from '../wizard/repair-wizard';
import { RequestTrack } from '../device/request-track';
import type { WizardProps } from '../wizard/wizard-step';

type RepairPanelProps = Omit<WizardProps, 'onBack' | 'customerId' | 'onOutdated'>;

const tab = [
  'min-h-11 flex-1 rounded-[0.5rem] px-3 text-sm font-semibold text-ink-soft transition-colors',
  'data-selected:bg-surface data-selected:text-ink data-selected:shadow-card disabled:opacity-50',
].join(' ');

/** Repair of a sold device: a request form and the history of repairs (spec 2, repair dialog). */
export function RepairPanel({ device, onHold, onClose }: RepairPanelProps) {
  const repairs = useCall(listRepairs, { params: { serial: device.serialNumber } });
  return (
    <TabGroup>
      <TabList className="mb-5 flex gap-1 rounded-field bg-sunken p-1">
        <Tab className={tab}>修理申請</Tab>
        <Tab className={tab}>修理履歴</Tab>
      </TabList>
      <TabPanels>
        <TabPanel unmount={false} tabIndex={-1}>
          <RepairRequestTab device={device} repairs={repairs} onHold={onHold} onClose={onClose} />
        </TabPanel>
        <TabPanel tabIndex={-1}>
          <RepairHistory repairs={repairs} />
        </TabPanel>
      </TabPanels>
    </TabGroup>
  );
}

function RepairRequestTab({ device, repairs, onHold, onClose }: RepairPanelProps & { repairs: Repairs }) {
  // A started wizard stays until its receipt, although its request locks the device; the receipt stays always.
  const [begun, setBegun] = useState(false);
  const [sent, setSent] = useState(false);
  const contact = useContact();
  const running = repairs.data?.find((repair) => !isDone(repair));
  const away = whyAway(device, '修理のお申し込み');
  const free = !running && !device.isActionLocked && !away;
  if (!repairs.data && !repairs.error) return <Skeleton lines={4} label="修理履歴を確認中" />;
  if (free && !begun) setBegun(true);
  if (begun && (sent || !running))
    return (
      <>
        {!repairs.data && (
          <PartFailure className="mb-5" read={repairs} title="修理履歴を確認できません">
            修理中のデバイスは、新しい修理を申し込めません。
          </PartFailure>
        )}
        <RepairWizard
          device={device}
          onHold={onHold}
          onSent={() => setSent(true)}
          onClose={onClose}
          onOutdated={() => setBegun(false)}
        />
      </>
    );
  return (
    <div className="space-y-4">
      {running && (
        <>
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            修理を進めています
            <RepairBadge repair={running} />
          </p>
          <DetailList
            framed
            rows={{
              修理内容: running.修理項目.value && <span className="phrased">{running.修理項目.value}</span>,
              受付日: <DateText iso={running.日時.value} />,
            }}
          />
          <p className="text-sm text-ink-soft">新しい修理申請は、修理の完了後にできます。</p>
          {!device.isActionLocked && !device.request && <ContactLine contact={contact} />}
        </>
      )}
      {away && <Alert tone="info">{away}</Alert>}
      <RequestTrack device={device} />
    </div>
  );
}
