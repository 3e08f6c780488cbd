import { spawnSync } from 'node:child_process';
import { findBrowser } from '#emulators/platform/testing';
import type { Ended } from './run-command';

/** Fails with the way out if no browser is found; warns if Japanese text would be drawn as boxes. */
export async function prepareBrowser(): Promise<Ended> {
  await findBrowser();
  if (process.platform === 'linux') {
    const fonts = spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' });
    if (fonts.error || fonts.stdout.trim() === '')
      console.log(
        'No Japanese font is installed: tests run, but pictures show boxes for Japanese. ' +
          'Debian: apt-get install fonts-noto-cjk',
      );
  }
  return { passed: true, output: '' };
}
