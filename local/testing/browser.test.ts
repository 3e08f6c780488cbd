import { existsSync } from 'node:fs';
import { findBrowser, noBrowserText } from './browser';

test('the browser that CHROMIUM names is taken, and missed by name', async () => {
  expect(await findBrowser({ CHROMIUM: process.execPath })).toBe(process.execPath);
  await expect(findBrowser({ CHROMIUM: '/nowhere/chrome' })).rejects.toThrow(
    'CHROMIUM names /nowhere/chrome, and there is no such file.',
  );
});

test('otherwise one that is there', async () => {
  expect(existsSync(await findBrowser({}))).toBe(true);
});

test('without any, the sentence tells the ways out', () => {
  for (const way of ['apt-get install chromium', 'CHROMIUM=', 'npx playwright install chromium'])
    expect(noBrowserText).toContain(way);
});
