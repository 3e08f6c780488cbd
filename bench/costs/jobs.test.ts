import { allJobs, type JobName } from '../../infra/functions/jobs';
import { reconcile, recordRequests, recordRequestsADay, runOf, type JobRun } from './jobs';
import { monthOf, snapshotWrites } from './traffic';

const job = (name: JobName) => ({ name, everyMinutes: 10, timeout: 300, memory: 512 });

test('a pass reads all shops again, with their payments’ rows', () => {
  const run = reconcile(monthOf(100));
  expect(run.writes).toBe(100 * snapshotWrites + 1);
  // Half a unit for 4 kB: a scan of 100 shops of some 16 kB each, and 24 rows of each.
  expect(run.reads).toBeGreaterThan(100 * (1.5 + 12));
  expect(run.reads).toBeLessThan(100 * (3 + 12));
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
  for (const { seconds, reads } of [0, 10_000].map((shops) => runOf(job(name), monthOf(shops))))
    expect([seconds >= 0, reads >= 0]).toEqual([true, true]);
  const [few, many] = [100, 50_000].map((shops) => runOf(job(name), monthOf(shops))) as [JobRun, JobRun];
  expect([many.seconds >= few.seconds, many.reads >= few.reads]).toEqual([true, true]);
});
