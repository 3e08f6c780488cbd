import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from './data-folder';
import { StateFile } from './state-file';
import { temporaryFolder } from '../testing/write-assembly';

test('a folder belongs to one portal at a time, and is free again afterwards', async () => {
  const folder = join(temporaryFolder(), 'data');
  const first = await openDataFolder(folder);
  await expect(openDataFolder(folder)).rejects.toThrow(/in use by another running portal.*LOCAL_DATA/);
  await first.release();
  const second = await openDataFolder(folder);
  expect(second.path('logs', 'a.log')).toMatch(/data[\\/]logs[\\/]a\.log$/);
  await second.release();
});

test('state is on disk when a change resolves, also after concurrent changes', async () => {
  const path = join(temporaryFolder(), 'deep', 'state.json');
  const state = await StateFile.open(path);
  await Promise.all([
    state.change((current) => void (current.clockOffset = 5)),
    state.change((current) => void (current.schedules['a'] = 7)),
  ]);
  const again = await StateFile.open(path);
  expect(again.current).toMatchObject({ clockOffset: 5, schedules: { a: 7 }, resources: {} });
  await again.clear();
  expect((await StateFile.open(path)).current).toEqual({
    format: expect.any(Number),
    clockOffset: 0,
    schedules: {},
    resources: {},
  });
});

test.each(['{"clockOffset":0}', '{"format":1000}'])(
  'data of another version are refused with what to do: %s',
  async (text) => {
    const path = join(temporaryFolder(), 'state.json');
    writeFileSync(path, text);
    await expect(StateFile.open(path)).rejects.toThrow(/of another version of the portal: delete that folder/);
  },
);
