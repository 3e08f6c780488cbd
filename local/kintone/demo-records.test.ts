import { deviceCategories, deviceStatuses } from '#shared/model/record-system';
import { StillClock } from '#emulators/platform';
import { addDemoRecords, demoRecords } from './demo-records';
import { secret, serveRecords } from './testing/serve-records';
import { Staff } from './staff';

const now = Date.UTC(2026, 3, 1);
const subscriptionIds = ['sub_1', 'sub_2', 'sub_3'];
const rentals = subscriptionIds.map((subscriptionId) => ({ subscriptionId, rented: 2 }));

it('the same input gives the same records, with every category in every status', () => {
  const records = demoRecords({ rentals, now });
  expect(demoRecords({ rentals, now })).toEqual(records);
  const kinds = records.devices.map((device) => `${device['deviceCategory']} ${device['status']}`);
  for (const category of deviceCategories)
    for (const status of deviceStatuses) expect(kinds).toContain(`${category} ${status}`);
  expect(new Set(records.devices.map((device) => device['stripeSubscriptionId']))).toEqual(
    new Set([...subscriptionIds, '']),
  );
});

it('as many rented devices stand in each shop as it rents, also where none was shipped', () => {
  const { devices } = demoRecords({
    rentals: [5, 0, 1, 3].map((rented, index) => ({ subscriptionId: `sub_${index}`, rented })),
    now,
  });
  const inHand = (subscriptionId: string) =>
    devices.filter(
      (one) =>
        one['stripeSubscriptionId'] === subscriptionId &&
        one['deviceCategory'] === 'サブスク' &&
        one['status'] === '出荷',
    ).length;
  expect([0, 1, 2, 3].map((index) => inHand(`sub_${index}`))).toEqual([5, 0, 1, 3]);
});

it('the record system accepts all of them, work records with the numbers of their repairs', async () => {
  const system = await serveRecords(new StillClock(now));
  try {
    const staff = new Staff(system.url, { username: 'staff', password: secret });
    await addDemoRecords(staff, demoRecords({ rentals, now }));
    const { record } = system.client;
    expect(
      (await record.getRecords({ app: '1', query: 'subscriptionRentalAvailability in ("販売済")', totalCount: true }))
        .totalCount,
    ).toBe('4');
    const open = await record.getRecords({ app: '2', query: '修理完了フラグ != 1' });
    expect(open.records).toMatchObject([
      { 修理項目: { value: 'オゾンが出ない、異音がする' }, 確定修理金額: { value: '' } },
    ]);
    const done = await record.getRecords({ app: '2', query: '修理完了フラグ = 1 and 保証対象 in ("いいえ")' });
    expect(done.records).toMatchObject([{ 確定修理金額: { value: '18700' } }]);
    const work = await record.getRecords({
      app: '3',
      query: `repairRecordId = ${Number(done.records[0]?.['$id']?.value)} order by 日時 asc`,
    });
    expect(work.records.map((each) => each['ドロップダウン']?.value)).toEqual([
      '受付',
      '部品交換',
      '清掃',
      '動作確認',
      '返送',
    ]);
  } finally {
    await system.close();
  }
});
