import type { Device } from '#shared/model/device';
import { rulesOf } from '#shared/model/device-request';
import { Alert } from '../../../ui/alert';
import { DateText } from '../../../ui/date-text';

/** Says that the device is locked, until when, and by which request (spec 4, Actions are locked). */
export const LockNotice = ({ device }: { device: Device }) => (
  <Alert tone="warning" title="現在、この機器は操作できません">
    <p>前回のお手続きが進行中のため、新しいお手続きはできません。</p>
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3">
      <dt>ロック解除日</dt>
      <dd className="font-semibold">{device.lockUntil ? <DateText iso={device.lockUntil} /> : '未定'}</dd>
      <dt>最後の操作</dt>
      <dd className="font-semibold">{device.lastActionType ? rulesOf(device.lastActionType).label : '—'}</dd>
    </dl>
  </Alert>
);
