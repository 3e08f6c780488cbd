import { join } from 'node:path';
import { StillClock } from '#emulators/platform';
import { StateFile } from '../state/state-file';
import { temporaryFolder } from '../testing/write-assembly';
import type { Schedule } from '../deployed/deployed';
import { Schedules } from './schedules';

const hour = 3_600_000;
const hourly: Schedule = {
  name: 'portal-local-digest',
  expression: 'rate(1 hour)',
  timeZone: 'UTC',
  functionArn: 'arn:digest',
};

async function setUp(
  schedule: Schedule = hourly,
  path = join(temporaryFolder(), 'state.json'),
  clock = new StillClock(Date.parse('2026-11-21T00:00:00Z')),
) {
  const invoke = jest.fn(async (_arn: string, _event: unknown): Promise<unknown> => 'done');
  const lines: string[] = [];
  const schedules = new Schedules({
    clock,
    state: await StateFile.open(path),
    invoke,
    scope: () => ({ region: 'ap-northeast-1', account: '000000000000' }),
    log: (line) => lines.push(line),
  });
  await schedules.use([schedule]);
  return { schedules, invoke, clock, lines, path };
}

test('a schedule runs when it is due, with EventBridge’s event, and not before', async () => {
  const { schedules, invoke, clock } = await setUp();
  await schedules.runDue();
  expect(invoke).not.toHaveBeenCalled();
  clock.advance(hour);
  await schedules.runDue();
  await schedules.runDue();
  expect(invoke.mock.calls).toEqual([
    [
      'arn:digest',
      expect.objectContaining({
        source: 'aws.scheduler',
        'detail-type': 'Scheduled Event',
        time: '2026-11-21T01:00:00Z',
      }),
    ],
  ]);
});

test('after a jump of many periods it runs once', async () => {
  const { schedules, invoke, clock } = await setUp();
  clock.advance(36 * 24 * hour);
  await schedules.runDue();
  expect(invoke).toHaveBeenCalledTimes(1);
});

test('a run was missed while the portal was stopped: it runs once after the start', async () => {
  const { path, clock } = await setUp();
  clock.advance(5 * hour);
  const { schedules, invoke } = await setUp(hourly, path, clock);
  await schedules.runDue();
  expect(invoke).toHaveBeenCalledTimes(1);
});

test('a second look during a run waits for that run', async () => {
  const { schedules, invoke, clock } = await setUp();
  let finish = (): void => undefined;
  invoke.mockImplementationOnce(() => new Promise((resolve) => void (finish = () => resolve('done'))));
  clock.advance(hour);
  const first = schedules.runDue();
  let isDone = false;
  const second = schedules.runDue().then(() => void (isDone = true));
  await new Promise(setImmediate);
  expect(isDone).toBe(false);
  // The run begins after its time was written to disk.
  while (invoke.mock.calls.length === 0) await new Promise(setImmediate);
  finish();
  await Promise.all([first, second]);
  expect(invoke).toHaveBeenCalledTimes(1);
});

test('a failed run: it is reported, and the schedule continues', async () => {
  const { schedules, invoke, clock, lines } = await setUp();
  invoke.mockRejectedValueOnce(new Error('no table'));
  clock.advance(hour);
  await schedules.runDue();
  expect(lines).toEqual(['The schedule portal-local-digest failed: no table']);
  clock.advance(hour);
  await schedules.runDue();
  expect(invoke).toHaveBeenLastCalledWith(
    'arn:digest',
    expect.objectContaining({ 'detail-type': 'Scheduled Event', time: expect.stringMatching(/Z$/) }),
  );
});

test('a schedule is run by its name', async () => {
  const { schedules } = await setUp();
  expect(await schedules.fire('portal-local-digest')).toBe('done');
  await expect(schedules.fire('portal-local-nothing')).rejects.toThrow('no schedule');
});
