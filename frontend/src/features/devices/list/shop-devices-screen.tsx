import { Suspense, lazy, useState } from 'react';
import { useParams } from 'react-router-dom';
import { listShopDevices } from '#shared/contract/device';
import type { Device } from '#shared/model/device';
import { isReturned } from '#shared/model/device-request';
import { paths } from '../../../lib/paths';
import { shopName } from '../../../lib/format';
import { useCall } from '../../../lib/use-call';
import { useShop } from '../../../lib/use-shops';
import { ButtonLink } from '../../../ui/basics';
import { Missing } from '../../../ui/read-states';
import { EmptyState } from '../../../ui/content';
import { Page } from '../../../ui/page';
import { ShareWidget } from '../scan/share-widget';
import { DeviceFinder, DeviceListSkeleton } from './device-finder';
import { DevicePicture } from '../device/device-picture';
import { DevicesFailure } from '../device/device-badges';
import { SyncBar } from './sync-bar';
import { lazyDialog } from '../../../ui/lazy-dialog';

const DeviceDialog = lazyDialog(() => import('../dialog/device-dialog').then((module) => module.DeviceDialog));
const DeviceCode = lazy(() => import('../device/device-code').then((module) => ({ default: module.DeviceCode })));

/** /store/{id}/devices (spec 2, Store devices). */
export function ShopDevicesScreen() {
  const { id = '' } = useParams();
  const shop = useShop(id);
  const title = shop.state === 'found' ? shopName(shop.shop.customer) : 'デバイス管理';
  return (
    <Page
      title="デバイス管理"
      actions={
        <ButtonLink to={paths.devices} variant="secondary" size="sm">
          すべてのデバイス
        </ButtonLink>
      }
    >
      <ShopDevices customerId={id} />
      <ShareWidget title={title} />
    </Page>
  );
}

const inShopFirst = (one: Device, other: Device): number => Number(isReturned(one)) - Number(isReturned(other));

function ShopDevices({ customerId }: { customerId: string }) {
  const read = useCall(listShopDevices, { params: { id: customerId } });
  const { data, error } = read;
  const [opened, setOpened] = useState<Device>();

  // The address names none of the user's shops (spec 6: no match gives a not-found error).
  if (error?.status === 404 && !data) return <Missing title="指定された店舗が見つかりません" />;
  if (error && !data) return <DevicesFailure read={read} />;
  return (
    <>
      <SyncBar />
      {!data && <DeviceListSkeleton />}
      {data?.length === 0 && (
        <EmptyState picture={<DevicePicture />} title="この店舗のデバイスはまだありません">
          デバイスが出荷されると、ここに表示されます。
        </EmptyState>
      )}
      {data && data.length > 0 && <DeviceFinder devices={data.toSorted(inShopFirst)} onOpen={setOpened} />}
      {data && (
        <div className="mt-6 min-h-12.5">
          <Suspense fallback={null}>
            <DeviceCode content={customerId} what="店舗ID" path={paths.shop(customerId)} label="この店舗のQRコード" />
          </Suspense>
        </div>
      )}
      <Suspense fallback={null}>
        {/* After a request the list is read again: the dialog shows the device as it is now. */}
        {opened && (
          <DeviceDialog
            device={data?.find(({ id }) => id === opened.id) ?? opened}
            customerId={customerId}
            onClose={() => setOpened(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
