import { existsSync } from 'node:fs';
import { findBrowser, noBrowserText } from './testing';

test('CHROMIUM names a browser: it is used; if it is missing, the error names it', async () => {
  expect(await findBrowser({ CHROMIUM: process.execPath })).toBe(process.execPath);
  await expect(findBrowser({ CHROMIUM: '/nowhere/chrome' })).rejects.toThrow(
    'CHROMIUM names /nowhere/chrome, and there is no such file.',
  );
});

test('without CHROMIUM an installed browser is used', async () => {
  expect(existsSync(await findBrowser({}))).toBe(true);
});

test('no browser is found: the error names the ways out', () => {
  for (const way of ['apt-get install chromium-headless-shell', 'CHROMIUM=', 'npx playwright install chromium'])
    expect(noBrowserText).toContain(way);
});
