import { deviceCategories, deviceStatuses, recordApps } from '#shared/model/record-system';
import { toMinute } from '#emulators/kintone';
import type { Staff, Values } from './staff';
import { deviceRecord } from './device-record';

export interface DemoRecords {
  devices: Values[];
  /** Each repair with its work records; they get the repair's id when it is added. */
  repairs: { fields: Values; workRecords: Values[] }[];
}

const { repairs, workRecords } = recordApps;
const day = 86_400_000;

interface Repair {
  item: string;
  /** Days before now. */
  reportedDaysAgo: number;
  done: boolean;
  amount?: string;
  underWarranty?: 'はい' | 'いいえ';
  work: string[];
}

const openRepair: Repair = {
  item: 'オゾンが出ない、異音がする',
  reportedDaysAgo: 3,
  done: false,
  work: ['受付', '点検'],
};
const freeRepair: Repair = {
  item: 'ポンプがおかしい',
  reportedDaysAgo: 120,
  done: true,
  amount: '0',
  underWarranty: 'はい',
  work: ['受付', '点検', '部品交換', '動作確認', '返送'],
};
const paidRepair: Repair = {
  item: 'コンセントの端子が壊れた',
  reportedDaysAgo: 45,
  done: true,
  amount: '18700',
  underWarranty: 'いいえ',
  work: ['受付', '部品交換', '清掃', '動作確認', '返送'],
};

/** A subscription with the number of rented devices that stand in its shop. */
export interface DemoRental {
  subscriptionId: string;
  rented: number;
}

/**
 * Demo devices, repairs and work records, the same for the same input. The first subscription has a device of every
 * category in every status, the others their rented devices and one bought; one device has no subscription. The first
 * bought device has an open repair and a finished one, the second a finished one that was paid for, the third none. A
 * rented one was repaired too.
 */
export function demoRecords(options: { rentals: readonly DemoRental[]; now: number }): DemoRecords {
  const { rentals, now } = options;
  const result: DemoRecords = { devices: [], repairs: [] };
  const bought: string[] = [];
  const rented: string[] = [];
  for (const [index, { subscriptionId, rented: count }] of rentals.entries()) {
    for (const [number, { category, status }] of kindsOf(index, count).entries()) {
      const serialNumber = `RVZ-${String(index + 1).padStart(3, '0')}-${String(number + 1).padStart(2, '0')}`;
      if (status === '出荷' && category === '購入機材') bought.push(serialNumber);
      if (status === '出荷' && category === 'サブスク') rented.push(serialNumber);
      const sold = category === '購入機材';
      const since = now - (10 + 7 * index + number) * day;
      result.devices.push(deviceRecord(serialNumber, { subscriptionId, category, sold, status, since }));
    }
  }
  // In the stock, without a subscription: no owner has it.
  result.devices.push(deviceRecord('RVZ-900-01', { status: '返却', since: now - 30 * day }));
  const cases: [string | undefined, Repair][] = [
    [bought[0], freeRepair],
    [bought[0], openRepair],
    [bought[1], paidRepair],
    [rented[0], { ...freeRepair, item: '表示がおかしい', reportedDaysAgo: 60 }],
  ];
  for (const [serialNumber, repair] of cases)
    if (serialNumber) result.repairs.push(repairOf(serialNumber, repair, now));
  return result;
}

/** The bought device comes third, if two are rented: the serial numbers of the first three are then the same. */
function kindsOf(index: number, rented: number): { category: string; status: string }[] {
  const shipped = (category: string) => ({ category, status: '出荷' });
  const all = Array.from({ length: rented }, () => shipped('サブスク'));
  if (index > 0) return [...all.slice(0, 2), shipped('購入機材'), ...all.slice(2)];
  const each = deviceCategories.flatMap((category) => deviceStatuses.map((status) => ({ category, status })));
  return [...each, ...all.slice(1)];
}

function repairOf(serialNumber: string, repair: Repair, now: number): DemoRecords['repairs'][number] {
  const reportedAt = now - repair.reportedDaysAgo * day;
  return {
    fields: {
      [repairs.fields.serialNumber.code]: serialNumber,
      [repairs.fields.reportedAt.code]: toMinute(reportedAt),
      [repairs.fields.item.code]: repair.item,
      [repairs.fields.completed.code]: repair.done ? '1' : '0',
      [repairs.fields.amount.code]: repair.amount ?? '',
      [repairs.fields.underWarranty.code]: repair.underWarranty ?? null,
    },
    workRecords: repair.work.map((item, step) => ({
      [workRecords.fields.workedAt.code]: toMinute(reportedAt + step * day),
      [workRecords.fields.item.code]: item,
    })),
  };
}

/** Adds the demo records as the staff do, work records with the ids of their repairs. */
export async function addDemoRecords(staff: Staff, records: DemoRecords): Promise<void> {
  await staff.add('devices', records.devices);
  const repairIds = await staff.add(
    'repairs',
    records.repairs.map(({ fields }) => fields),
  );
  const steps = records.repairs.flatMap((repair, index) =>
    repair.workRecords.map((step) => ({ ...step, [workRecords.fields.repairRecordId.code]: repairIds[index] ?? '' })),
  );
  await staff.add('workRecords', steps);
}
