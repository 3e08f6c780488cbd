import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { listDevices } from '#shared/contract/device';
import type { DeviceGroup } from '#shared/model/device';
import { paths } from '../../../lib/paths';
import { compareNames, unnamedShop } from '../../../lib/format';
import { useCall } from '../../../lib/use-call';
import { Badge, EmptyState, DateText, Unbroken } from '../../../ui/content';
import { Page } from '../../../ui/page';
import { DeviceListSkeleton } from './device-finder';
import { DevicePicture } from '../device/device-picture';
import { DevicesFailure, heldText, listTone } from '../device/device-badges';
import { NothingFound, Pager, SearchField, useFinder, usePages } from '../../../ui/use-finder';
import { SyncBar } from './sync-bar';
import { lazyDialog } from '../../../ui/lazy-dialog';

const DeviceDialog = lazyDialog(() => import('../dialog/device-dialog').then((module) => module.DeviceDialog));

const pageSize = 5;
/** As many shops show their devices at once; of more, each is opened by a press, or by a search. */
const openShops = 3;
/** From this many devices on there is a search field. */
const searchFrom = 6;

/** /devices: the devices of all of the user's shops (spec 2, Device management). */
export function DeviceManagementScreen() {
  return (
    <Page title="すべてのデバイス" back={{ to: paths.home, label: '店舗一覧' }}>
      <Groups />
    </Page>
  );
}

function Groups() {
  const read = useCall(listDevices);
  const { data, error } = read;
  if (error && !data) return <DevicesFailure read={read} />;
  return (
    <>
      <SyncBar />
      {!data && <DeviceListSkeleton />}
      {data?.length === 0 && (
        <EmptyState picture={<DevicePicture />} title="デバイスはまだありません">
          店舗を登録してレボナイザーを申し込むと、ここにデバイスが表示されます。
        </EmptyState>
      )}
      {data && <GroupCards groups={inOrder(data)} />}
    </>
  );
}

/** A card for each shop, with a search for serial numbers and shops; while searching, for those with a hit. */
function GroupCards({ groups }: { groups: readonly DeviceGroup[] }) {
  const all = groups.flatMap((group) => group.devices.map((device) => ({ group, device })));
  const { typed, search, searching, pages } = useFinder(
    all,
    ({ group, device }) => `${device.serialNumber} ${nameOf(group)}`,
    Math.max(all.length, 1),
  );
  /** Whether the user opened a shop, or closed it, by its id; a search, which opens what it finds, changes none. */
  const [pressed, setPressed] = useState<Readonly<Record<string, boolean>>>({});
  const found = new Set(pages.items.map(({ device }) => device.id));
  const shown = groups
    .map((group) => ({ ...group, devices: group.devices.filter(({ id }) => found.has(id)) }))
    .filter(({ devices }) => !searching || devices.length > 0);
  return (
    <div className="space-y-3">
      {all.length >= searchFrom && (
        <div className="max-w-md pb-2">
          <SearchField label="シリアル番号・店舗名で検索" value={typed} onSearch={search} />
        </div>
      )}
      {searching && shown.length === 0 && <NothingFound>{`「${typed.trim()}」のデバイスはありません`}</NothingFound>}
      {shown.map((group) => (
        <GroupCard
          key={group.id}
          group={group}
          open={searching || (pressed[group.id] ?? groups.length <= openShops)}
          onOpen={(open) => !searching && setPressed((before) => ({ ...before, [group.id]: open }))}
        />
      ))}
    </div>
  );
}

const nameOf = ({ name }: DeviceGroup): string => name || unnamedShop;
/** As home has the shops. */
const inOrder = (groups: readonly DeviceGroup[]): DeviceGroup[] =>
  groups.toSorted((one, other) => compareNames(nameOf(one), nameOf(other)));

interface GroupCardProps {
  group: DeviceGroup;
  open: boolean;
  onOpen: (open: boolean) => void;
}

function GroupCard({ group, open, onOpen }: GroupCardProps) {
  const name = nameOf(group);
  const pages = usePages(group.devices, pageSize, group.id);
  const [opened, setOpened] = useState<string>();
  const device = group.devices.find(({ id }) => id === opened);
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="card">
      <details
        open={open}
        onToggle={({ currentTarget }) => currentTarget.open !== open && onOpen(currentTarget.open)}
        className="group"
      >
        <summary className="flex items-start justify-between gap-4 rounded-card px-5 py-4 hover:bg-sunken/60 sm:px-7">
          <hgroup className="min-w-0">
            <h2 id={heading} className="named text-lg leading-snug font-semibold">
              {name}
            </h2>
            <p className="mt-1 tabular-nums">{heldText(group.devices)}</p>
            {group.address && (
              <p className="text-sm text-ink-soft">
                <Unbroken text={group.address} />
              </p>
            )}
          </hgroup>
          <ChevronDown
            aria-hidden
            className="mt-0.5 size-5 shrink-0 text-ink-soft transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="px-5 pb-5 sm:px-7">
          {group.devices.length === 0 ? (
            <p className="text-ink-soft">この店舗のデバイスはまだありません</p>
          ) : (
            <>
              <p aria-hidden className="mb-1 text-right text-xs text-ink-soft">
                状態の更新
              </p>
              <ul aria-label={`${name}のデバイス`} className="divide-y divide-line border-t border-line">
                {pages.items.map(({ id, serialNumber, statusUpdatedAt, status }) => (
                  <li key={id} className="relative flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
                    <div className="flex grow flex-wrap items-center gap-x-3 gap-y-1">
                      <button
                        type="button"
                        aria-haspopup="dialog"
                        onClick={() => setOpened(id)}
                        className="text-left font-semibold text-accent-ink tabular-nums stretched after:-inset-x-2"
                      >
                        {serialNumber}
                      </button>
                      {status && <Badge tone={listTone(status)}>{status}</Badge>}
                    </div>
                    <span className="text-sm text-ink-soft">
                      <span className="sr-only">状態の更新 </span>
                      <DateText iso={statusUpdatedAt} form="minute" />
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <Pager pages={pages} label={`${name}のデバイスのページ`} />
        </div>
      </details>
      {device && <DeviceDialog device={device} customerId={group.id} onClose={() => setOpened(undefined)} />}
    </section>
  );
}
