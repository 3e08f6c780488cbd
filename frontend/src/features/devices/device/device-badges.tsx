import type { Device } from '#shared/model/device';
import { isSold } from '#shared/model/device-request';
import { Badge } from '../../../ui/badge';
import { categoryTone, statusTone } from './device-tones';

/** Category and status of a device; values that are empty in the record system are left out. */
export const DeviceBadges = ({ device }: { device: Device }) => (
  <span className="flex flex-wrap gap-1.5">
    {isSold(device) && <Badge tone="warning">販売済</Badge>}
    {device.deviceCategory && <Badge tone={categoryTone(device.deviceCategory)}>{device.deviceCategory}</Badge>}
    {device.status && <Badge tone={statusTone(device.status)}>{device.status}</Badge>}
  </span>
);
