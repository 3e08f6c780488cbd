import { ChevronRight, Info, Wrench } from 'lucide-react';
import { useState } from 'react';
import type { Device } from '#shared/model/device';
import { isRented, isReturned, isShipped, rulesOf } from '#shared/model/device-request';
import { listRepairs } from '#shared/contract/repair';
import { Alert, Skeleton } from '../../../ui/basics';
import { SubscriptionNumber, DeviceBadges, statusDay, whyAway } from '../device/device-badges';
import { paths } from '../../../lib/paths';
import { useCall } from '../../../lib/use-call';
import { DeviceCode } from '../device/device-code';
import { DateText, DetailList } from '../../../ui/content';
import { StoreText } from '../device/store-text';
import { Disclosure } from '../../../ui/disclosure';
import { RequestTrack } from '../device/request-track';
import { usePossibleRequests } from '../device/use-possible-requests';
import { wizardKinds, wizards, type RequestWizard, type WizardKind } from './wizards';
import { RepairHistory } from '../repair/repair-history';

interface DeviceOverviewProps {
  device: Device;
  /** The shop that has the device. */
  customerId: string;
  onChoose: (kind: WizardKind) => void;
}

/** A device with the state of its last request and its actions (spec 4). */
export function DeviceOverview({ device, customerId, onChoose }: DeviceOverviewProps) {
  const { possible, reading, ended, taken } = usePossibleRequests(device, customerId);
  const [repairsWanted, setRepairsWanted] = useState(false);
  const repairs = useCall(listRepairs, repairsWanted ? { params: { serial: device.serialNumber } } : null);
  const nothing = whyNothing(device) ?? taken;
  const offered = wizardKinds.filter((kind) => possible.includes(kind));
  return (
    <div className="space-y-5">
      <DeviceBadges device={device} />
      <RequestTrack device={device} customerId={customerId} />
      {reading && <Skeleton className="h-40 w-full" />}
      {offered.length > 0 && (
        <ul aria-label="お手続き" className="space-y-3">
          {offered.map((kind) => (
            <Choice key={kind} {...wizards[kind].choice} onClick={() => onChoose(kind)} />
          ))}
        </ul>
      )}
      {offered.length > 0 && ended && (
        <p className="text-sm text-ink-soft">ご契約が終了しているため、交換は申し込めません。</p>
      )}
      {nothing && (
        <Alert tone="info" {...(isShipped(device) && { title: 'このデバイスで行える操作はありません' })}>
          {nothing}
        </Alert>
      )}
      <div className="-space-y-px *:not-first:rounded-t-none *:not-last:rounded-b-none">
        <Disclosure
          Icon={Wrench}
          label="修理履歴"
          onToggle={({ currentTarget }) => currentTarget.open && setRepairsWanted(true)}
        >
          {repairsWanted && <RepairHistory repairs={repairs} />}
        </Disclosure>
        {!isReturned(device) && (
          <DeviceCode
            content={device.serialNumber}
            what="シリアル番号"
            path={paths.scannedDevice(device.serialNumber)}
            label="このデバイスのQRコード"
          />
        )}
        <Disclosure Icon={Info} label="このデバイスの情報">
          <DetailList
            narrow
            rows={{
              店舗: <StoreText store={device.store} />,
              [statusDay(device)]: <DateText iso={device.statusUpdatedAt} />,
              契約番号: device.stripeSubscriptionId && <SubscriptionNumber id={device.stripeSubscriptionId} />,
            }}
          />
        </Disclosure>
      </div>
    </div>
  );
}

/** Why no request for a rented device is possible; undefined if they are. */
function whyNothing(device: Device): string | undefined {
  if (!isShipped(device) || isRented(device)) return whyAway(device, 'お手続き');
  const outside = `${wizardKinds.map((kind) => rulesOf(kind).label).join('・')}のお手続きの対象外です。`;
  return device.deviceCategory ? `${device.deviceCategory}は、${outside}` : outside;
}

const Choice = ({ Icon, title, text, onClick }: RequestWizard['choice'] & { onClick: () => void }) => (
  <li
    className={[
      'relative flex items-center gap-4 rounded-field border border-line-strong/60 px-4 py-3.5 transition-colors',
      'hover:border-accent hover:bg-accent-soft/50',
    ].join(' ')}
  >
    <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
      <Icon className="size-5" />
    </span>
    <span className="min-w-0 flex-1">
      <button type="button" onClick={onClick} className="text-left font-semibold stretched">
        {title}
      </button>
      <span className="block text-sm text-ink-soft">{text}</span>
    </span>
    <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
  </li>
);
