import { ChevronRight } from 'lucide-react';
import type { Device } from '#shared/model/device';
import { SearchField, NothingFound, Pager, useFinder } from '../../../ui/use-finder';
import { DeviceBadges, heldText } from '../device/device-badges';
import { DateText } from '../../../ui/content';
import { RequestBadge } from '../device/request-track';
import { Skeleton } from '../../../ui/basics';

const pageSize = 30;
/** A shop with at least this many devices gets a search field. */
const searchFrom = 6;

/** The devices of a shop, page by page, with a search for the serial number. */
export function DeviceFinder({ devices, onOpen }: { devices: readonly Device[]; onOpen: (device: Device) => void }) {
  const { typed, search, searching, pages, list, openPage } = useFinder(
    devices,
    ({ serialNumber }) => serialNumber,
    pageSize,
  );
  return (
    <>
      {devices.length >= searchFrom && (
        <div className="mb-4 max-w-md">
          <SearchField label="シリアル番号で検索" value={typed} onSearch={search} />
        </div>
      )}
      <output className="mb-2 block text-sm text-ink-soft tabular-nums">
        {searching ? `${pages.total}台が見つかりました` : heldText(devices)}
      </output>
      {pages.total === 0 ? (
        <NothingFound>{`「${typed.trim()}」を含むシリアル番号のデバイスはありません`}</NothingFound>
      ) : (
        <ul ref={list} aria-label="デバイス" className="card scroll-mt-20 divide-y divide-line overflow-hidden">
          {pages.items.map((device) => (
            <DeviceRow key={device.id} device={device} onOpen={() => onOpen(device)} />
          ))}
        </ul>
      )}
      <Pager pages={{ ...pages, open: openPage }} label="デバイスのページ" />
    </>
  );
}

const DeviceRow = ({ device, onOpen }: { device: Device; onOpen: () => void }) => (
  <li className="relative flex items-center gap-3 px-4 py-4 transition-colors hover:bg-sunken/60 sm:px-6">
    <div className="min-w-0 flex-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {/* The whole row is clickable; its accessible name is only the serial number. */}
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onOpen}
          className="text-left text-lg leading-snug font-semibold tabular-nums stretched"
        >
          {device.serialNumber}
        </button>
        <DeviceBadges device={device}>{device.request && <RequestBadge request={device.request} />}</DeviceBadges>
      </div>
      <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-soft">
        <span>
          状態の更新 <DateText iso={device.statusUpdatedAt} />
        </span>
        {device.request && <span className="tabular-nums">受付番号 {device.request.receiptNumber}</span>}
      </p>
      {device.stripeSubscriptionId && (
        <p className="mt-0.5 truncate text-xs text-ink-soft">契約番号 {device.stripeSubscriptionId}</p>
      )}
    </div>
    <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft" />
  </li>
);

/** The placeholder of a list of devices. */
export const DeviceListSkeleton = () => (
  <div aria-busy className="card fade-in-late divide-y divide-line">
    <output className="sr-only">デバイスを読み込み中</output>
    {[1, 2, 3].map((row) => (
      <div key={row} className="px-4 py-4 sm:px-6">
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-3 h-4 w-64 max-w-full" />
      </div>
    ))}
  </div>
);
