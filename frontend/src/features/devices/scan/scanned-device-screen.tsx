import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { listDevices } from '#shared/contract/device';
import type { Device, DeviceGroup } from '#shared/model/device';
import { rulesOf } from '#shared/model/device-request';
import { contentOf, routeOf } from './scanned-content';
import { plainCode } from '#shared/numbers';
import { paths } from '../../../lib/paths';
import { unnamedShop } from '../../../lib/format';
import { useCall, useContact } from '../../../lib/use-call';
import { Button, Skeleton } from '../../../ui/basics';
import { Card, ContactLine, EmptyState, DateText, DetailList, Unbroken } from '../../../ui/content';
import { Page } from '../../../ui/page';
import { DeviceBadges, DevicesFailure, statusDay } from '../device/device-badges';
import { DevicePicture } from '../device/device-picture';
import { RequestTrack } from '../device/request-track';
import { usePossibleRequests } from '../device/use-possible-requests';
import { ShareWidget } from './share-widget';
import { lazyDialog } from '../../../ui/lazy-dialog';

const DeviceDialog = lazyDialog(() => import('../dialog/device-dialog').then((module) => module.DeviceDialog));

/**
 * /devices/{scanned content}: the device of that serial number, or another place that the content names (spec 2, 9).
 */
export function ScannedDeviceScreen() {
  const content = contentOf(useLocation().pathname);
  const route = routeOf(content);
  if (!route.startsWith('/devices/')) return <Navigate to={route} replace />;
  return (
    <Page title="デバイス" back={{ to: paths.devices, label: 'すべてのデバイス' }}>
      {/* Spaces and invisible characters around the serial number are ignored. */}
      <Scanned key={route} serial={contentOf(route)} />
    </Page>
  );
}

function Scanned({ serial }: { serial: string }) {
  const read = useCall(listDevices);
  const { data, error } = read;
  if (error && !data) return <DevicesFailure read={read} />;
  if (!data) {
    return (
      <Card>
        <Skeleton lines={4} label="デバイスを読み込み中" />
      </Card>
    );
  }
  const all = data.flatMap((group) => group.devices.map((device) => ({ group, device })));
  // The record system may have spaces around a serial number, so both sides are trimmed.
  const named = (plain: (text: string) => string) =>
    all.find(({ device }) => plain(contentOf(routeOf(device.serialNumber))) === plain(serial));
  const found = named((text) => text) ?? named(plainCode);
  return found ? <FoundDevice {...found} /> : <UnknownDevice serial={serial} />;
}

function FoundDevice({ group, device }: { group: DeviceGroup; device: Device }) {
  const [open, setOpen] = useState(false);
  const { possible: kinds, reading } = usePossibleRequests(device, group.id);
  const possible = kinds.map((kind) => rulesOf(kind).label);
  return (
    <Card>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl font-bold tabular-nums">{device.serialNumber}</h2>
        <DeviceBadges device={device} />
      </div>
      <DetailList
        rows={{
          店舗: (
            <Link to={paths.shopDevices(group.id)} className="text-link">
              {group.name || unnamedShop}
            </Link>
          ),
          住所: group.address && <Unbroken text={group.address} />,
          [statusDay(device)]: <DateText iso={device.statusUpdatedAt} />,
        }}
      />
      <div className="mt-5 empty:hidden">
        <RequestTrack device={device} customerId={group.id} />
      </div>
      {reading ? (
        <Skeleton className="mt-6 h-12 w-56" />
      ) : (
        <Button
          variant={possible.length > 0 ? 'primary' : 'secondary'}
          className="mt-6"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {possible.length > 0 ? `${possible.join('・')}を申し込む` : '詳しく見る'}
        </Button>
      )}
      {open && <DeviceDialog device={device} customerId={group.id} onClose={() => setOpen(false)} />}
    </Card>
  );
}

function UnknownDevice({ serial }: { serial: string }) {
  const contact = useContact();
  return (
    <>
      <EmptyState picture={<DevicePicture />} title="デバイスが見つかりません">
        {/* The code's content is shown as text with its own direction, never as a link. */}
        <p className="max-h-32 overflow-y-auto break-all">
          <bdi className="text-ink">{serial}</bdi>
          は、お客さまの店舗に登録されていません。
        </p>
        <ContactLine className="mt-4 justify-center text-left" contact={contact} />
      </EmptyState>
      <ShareWidget />
    </>
  );
}
