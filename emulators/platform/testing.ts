import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from 'playwright';

/** The headless shell comes first: it draws no window, and takes about half the processor time of a whole browser. */
const installed = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

export const noBrowserText =
  'No browser for the tests was found. Install Chrome or Chromium (Debian: apt-get install chromium-headless-shell), ' +
  'name one by CHROMIUM=/path/to/chrome, or run `npx playwright install chromium`.';

/**
 * The browser for tests: the one CHROMIUM names, an installed headless shell, Chrome or Chromium, Playwright's own, or
 * on Linux the one of the lock file. Throws with the way out if there is none.
 */
export async function findBrowser(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const named = environment['CHROMIUM'];
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM names ${named}, and there is no such file.`);
    return named;
  }
  const found =
    installed.find((path) => existsSync(path)) ?? [chromium.executablePath()].find((path) => existsSync(path));
  if (found) return found;
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: bundled } = await import('@sparticuz/chromium');
    return bundled.executablePath();
  }
  throw new Error(noBrowserText);
}

/**
 * How every test starts its browser. Root cannot use the sandbox; background requests would only fail and make noise.
 */
export const launchOptions = (executablePath: string): LaunchOptions => ({
  executablePath,
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    // Frames of other sites stay in the page's process. In a process of their own they are told of a click by the last
    // painted picture, so that one on a frame that has just appeared or moved gets lost.
    '--disable-site-isolation-trials',
  ],
});
