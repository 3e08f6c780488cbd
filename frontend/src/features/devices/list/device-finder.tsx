import { ChevronRight } from 'lucide-react';
import type { Device } from '#shared/model/device';
import { SearchField, NothingFound, Pager, useFinder } from '../../../ui/use-finder';
import { DeviceBadges, heldText, statusDay } from '../device/device-badges';
import { DateText } from '../../../ui/content';
import { RequestBadge } from '../device/request-track';
import { isReturned } from '#shared/model/device-request';
import { Skeleton } from '../../../ui/basics';
import { Folded } from '../../../ui/disclosure';

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
  const held = devices.filter((device) => !isReturned(device));
  // What is in the shop is looked for; what went back is behind a line, unless it was searched for or is all there is.
  const isFolded = (device: Device): boolean => !searching && held.length > 0 && isReturned(device);
  const folded = pages.items.filter(isFolded);
  const shown = pages.items.filter((device) => !isFolded(device));
  // One subscription has them all, as a rule: its number is then said once.
  const ids = new Set(held.map(({ stripeSubscriptionId }) => stripeSubscriptionId).filter(Boolean));
  const common = ids.size === 1 ? [...ids][0] : undefined;
  const rowOf = (device: Device) => (
    <DeviceRow key={device.id} device={device} common={common} onOpen={() => onOpen(device)} />
  );
  return (
    <>
      {devices.length >= searchFrom && (
        <div className="mb-4 max-w-md">
          <SearchField label="シリアル番号で検索" value={typed} onSearch={search} />
        </div>
      )}
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4 text-sm text-ink-soft tabular-nums">
        <output>{searching ? `${pages.total}台が見つかりました` : heldText(devices)}</output>
        {common && <span className="text-xs">契約番号 {common}</span>}
      </div>
      {pages.total === 0 ? (
        <NothingFound>{`「${typed.trim()}」を含むシリアル番号のデバイスはありません`}</NothingFound>
      ) : (
        <div className="card overflow-hidden">
          <ul ref={list} aria-label="デバイス" className="scroll-mt-20 divide-y divide-line">
            {shown.map(rowOf)}
          </ul>
          {folded.length > 0 && (
            <Folded label={`返却済み ${folded.length}台`} className="border-t border-line px-4 sm:px-6">
              <ul aria-label="返却済みのデバイス" className="-mx-4 divide-y divide-line sm:-mx-6">
                {folded.map(rowOf)}
              </ul>
            </Folded>
          )}
        </div>
      )}
      <Pager pages={{ ...pages, open: openPage }} label="デバイスのページ" />
    </>
  );
}

interface DeviceRowProps {
  device: Device;
  /** The subscription that stands above the list. */
  common: string | undefined;
  onOpen: () => void;
}

const DeviceRow = ({ device, common, onOpen }: DeviceRowProps) => (
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
          {statusDay(device)} <DateText iso={device.statusUpdatedAt} />
        </span>
        {device.request && <span className="tabular-nums">受付番号 {device.request.receiptNumber}</span>}
      </p>
      {device.stripeSubscriptionId && device.stripeSubscriptionId !== common && (
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
