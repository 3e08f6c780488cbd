import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { findBrowser, launchOptions } from '../local/testing/browser';
import { firstPageBudget, gzippedSizes } from '../local/testing/first-page';

/** Measures the JavaScript of the signed-out first page by loading the built files in a real browser. */
export async function benchPage(): Promise<void> {
  const dist = 'frontend/dist';
  const browser = await chromium.launch(launchOptions(await findBrowser()));
  const page = await browser.newPage();
  const scripts = new Set<string>();
  const others = new Set<string>();
  await page.route('**/*', async (route) => {
    const url = new URL(route.request().url());
    if (url.host !== 'portal.test') {
      others.add(url.origin);
      return route.abort();
    }
    if (url.pathname.startsWith('/api/'))
      return route.fulfill({ status: 401, json: { code: 'NOT_SIGNED_IN', message: '', requestId: '' } });
    const file = /\.[a-z0-9]+$/.test(url.pathname) ? url.pathname : '/index.html';
    if (file.endsWith('.js')) scripts.add(file);
    return route.fulfill({ path: join(dist, file) });
  });
  await page.goto('http://portal.test/login', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'ログイン' }).waitFor();
  await browser.close();
  const sizes = gzippedSizes(dist, scripts);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  for (const [file, bytes] of sizes.toSorted((a, b) => b[1] - a[1]))
    console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
  const built = readdirSync(join(dist, 'assets')).length;
  console.log(
    `${(total / 1000).toFixed(1).padStart(7)} kB  of ${firstPageBudget / 1000} kB: ` +
      `ratio ${(total / firstPageBudget).toFixed(2)}; ${built} files built; ` +
      `other origins asked: ${[...others].join(', ') || 'none'}`,
  );
  if (total > firstPageBudget) process.exitCode = 1;
}
