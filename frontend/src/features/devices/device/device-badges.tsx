import type { ComponentProps, ReactNode } from 'react';
import type { Device } from '#shared/model/device';
import { isReturned, isShipped, isSold } from '#shared/model/device-request';
import { Badge, type Tone } from '../../../ui/content';
import { ReadFailure } from '../../../ui/basics';

/** Green when shipped, grey when returned; anything else as it is (spec 4, Device status). */
export const statusTone = (status: string | null): Tone => (status === '出荷' ? 'success' : 'neutral');

/** In the list of all shops: highlights devices in use (spec 2, Device management). */
export const listTone = (status: string): Tone => (status === '出荷' ? 'accent' : 'neutral');

/** Category and status of a device, and what else is said of it; empty values of the record system are left out. */
export const DeviceBadges = ({ device, children }: { device: Device; children?: ReactNode }) => (
  <span className="flex flex-wrap gap-1.5">
    {isSold(device) && device.deviceCategory !== '購入機材' && <Badge>販売済</Badge>}
    {device.deviceCategory && <Badge>{device.deviceCategory}</Badge>}
    {device.status && <Badge tone={statusTone(device.status)}>{device.status}</Badge>}
    {children}
  </span>
);

/** The name of the day since when a device has its status. */
export const statusDay = (device: Device): string =>
  device.status === '出荷' || isReturned(device) ? `${device.status}日` : '状態の更新';

/** How many of some devices are with their owner. */
export const heldText = (devices: readonly Device[]): string => `お手元${devices.filter(isShipped).length}台`;

/** Why a device that is not with its owner allows something not; undefined if it is. */
export const whyAway = (device: Device, what: string): string | undefined =>
  isShipped(device)
    ? undefined
    : `${isReturned(device) ? '返却済み' : `状態が「${device.status}」`}のため、${what}はできません。`;

/** A subscription's id, in small type so that it fits one line on a phone. */
export const SubscriptionNumber = ({ id }: { id: string }) => (
  <span className="text-xs tracking-tight break-all sm:text-sm sm:tracking-normal">{id}</span>
);

/** Devices cannot be read (spec 8). */
export const DevicesFailure = ({ read }: Pick<ComponentProps<typeof ReadFailure>, 'read'>) => (
  <ReadFailure read={read} title="デバイス情報の取得に失敗しました" />
);
