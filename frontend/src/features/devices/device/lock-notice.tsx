import type { Device } from '#shared/model/device';
import { rulesOf } from '#shared/model/device-request';
import { Alert } from '../../../ui/alert';
import { IsoTime } from './iso-time';

/** Why nothing can be asked for now, until when, and what was asked for last (spec 4, Actions are locked). */
export const LockNotice = ({ device }: { device: Device }) => (
  <Alert tone="warning" title="現在、この機器は操作できません">
    <p>前回のお手続きが進行中のため、新しいお手続きはできません。</p>
    <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-3">
      <dt>ロック解除日</dt>
      <dd className="font-semibold">{device.lockUntil ? <IsoTime iso={device.lockUntil} form="long" /> : '未定'}</dd>
      <dt>最後の操作</dt>
      <dd className="font-semibold">{device.lastActionType ? rulesOf(device.lastActionType).label : '—'}</dd>
    </dl>
  </Alert>
);
