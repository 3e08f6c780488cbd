import { allJobs, type JobName } from '../../infra/functions/jobs';
import { continueReconciling, reconcile, recordRequests, recordRequestsADay, runOf, type JobRun } from './jobs';
import { monthOf, snapshotWrites } from './traffic';

const minutes = 300;
const job = (name: JobName) => ({ name, everyMinutes: 10, timeout: minutes, memory: 512 });

test('few shops: each run reads all of them again, with their payments’ rows, and has each previewed', () => {
  const run = reconcile(monthOf(100), { timeout: minutes });
  expect(run).toMatchObject({ read: 100, writes: 100 * (snapshotWrites + 1) + 1 });
  // Half a unit for 4 kB: a scan of 100 shops of some 16 kB each, and 24 rows and a preview of each.
  expect(run.reads).toBeGreaterThan(100 * (1.5 + 12.5));
  expect(run.reads).toBeLessThan(100 * (3 + 12.5));
});

test('many shops: a run reads as many as its time allows, and scans no further', () => {
  const some = reconcile(monthOf(10_000), { timeout: minutes });
  expect(some.read).toBeLessThan(10_000);
  expect(some.seconds).toBeGreaterThan(minutes - 20);
  expect(some.seconds).toBeLessThan(minutes);
  const most = reconcile(monthOf(1_000_000), { timeout: minutes });
  expect([most.read, most.reads, most.writes].map(Math.round)).toEqual(
    [some.read, some.reads, some.writes].map(Math.round),
  );
});

test.each([
  [100, 0],
  [10_000, 10_000],
  [100_000, 100_000],
])('%i shops: in three days the runs together read every shop once', (shops, all) => {
  const threeDays = 4_320;
  const first = reconcile(monthOf(shops), { timeout: minutes });
  const more = continueReconciling(monthOf(shops), { everyMinutes: 10, timeout: minutes }, threeDays);
  expect(first.read + (more.read * threeDays) / 10).toBeCloseTo(shops);
  expect(more.read > 0).toBe(all > 0);
});

test('requests of Kintone: three an app and run, and a page of 500 records for the daily comparison', () => {
  expect(recordRequests(monthOf(0), 10)).toEqual({ devices: 432, repairs: 432, workRecords: 432, requests: 432 });
  const { devices } = recordRequests(monthOf(100_000), 10);
  // 200,000 devices: 400 pages, and at least as many look-ups in the mirror.
  expect(devices).toBeGreaterThan(432 + 400 + 400);
  expect(devices).toBeLessThan(432 + 400 + 600);
  expect(recordRequests(monthOf(1_000_000), 10).devices).toBeLessThan(recordRequestsADay);
});

test.each(allJobs.map(({ name }) => name))('%s needs no less with more shops', (name) => {
  for (const { seconds, reads } of [0, 10_000].map((shops) => runOf(job(name), monthOf(shops), 4_320)))
    expect([seconds >= 0, reads >= 0]).toEqual([true, true]);
  const [few, many] = [100, 50_000].map((shops) => runOf(job(name), monthOf(shops), 4_320)) as [JobRun, JobRun];
  expect([many.seconds >= few.seconds, many.reads >= few.reads]).toEqual([true, true]);
});
