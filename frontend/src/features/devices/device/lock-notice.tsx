import type { Device } from '#shared/model/device';
import { rulesOf } from '#shared/model/device-request';
import { Alert } from '../../../ui/alert';
import { DateText } from '../../../ui/date-text';

/** Says that the device is locked, until when, and by which request (spec 4, Actions are locked). */
export const LockNotice = ({ device }: { device: Device }) => (
  <Alert tone="warning" title="現在お手続き中です">
    <p>前回のお手続きが進行中のため、新しいお手続きはできません。</p>
    <dl className="mt-2">
      <div className="flex flex-wrap gap-x-3">
        <dt className="w-[9rem]">次にお手続きできる日</dt>
        <dd className="font-semibold">{device.lockUntil ? <DateText iso={device.lockUntil} /> : '未定'}</dd>
      </div>
      <div className="flex flex-wrap gap-x-3">
        <dt className="w-[9rem]">前回のお手続き</dt>
        <dd className="font-semibold">{device.lastActionType ? rulesOf(device.lastActionType).label : '—'}</dd>
      </div>
    </dl>
  </Alert>
);
