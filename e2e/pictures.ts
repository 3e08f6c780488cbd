import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright';
import { findBrowser, launchOptions } from '#emulators/platform/testing';
import { become, type Place, settle, visit } from './places/visit';
import { placesOf } from './places/places';
import { Portal } from './testing/portal';
import { sizes } from './testing/sizes';
import { startPortal } from './testing/start-cloud';

/** `npm run pictures`: every screen, dialog and state of the demo data, in both sizes and themes, on one page. */

const folder = 'pictures';
const sizeNames = ['phone', 'desktop'] as const;
const themes = ['light', 'dark'] as const;

const fileOf = (place: Place, size: string, theme: string): string => `${place.name}-${size}-${theme}.png`;

/** Takes the pictures of one size; a place that cannot be opened is named and left out. */
async function take(browser: Browser, portal: Portal, places: readonly Place[], size: (typeof sizeNames)[number]) {
  const { contextOptions: _motion, ...looks } = sizes[size];
  const { width, height } = looks.viewport;
  const context = await browser.newContext({
    baseURL: portal.url,
    ...looks,
    locale: 'ja-JP',
    timezoneId: 'Asia/Tokyo',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  for (const place of places) {
    const page = await context.newPage();
    try {
      await become(context, portal, place.as);
      await visit(page, place);
      for (const theme of themes) {
        // As another tab of the portal changes it: the payment provider's fields follow too.
        await page.evaluate((given) => {
          localStorage.setItem('theme', given);
          window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
        }, theme);
        await settle(page);
        // A dialog covers the screen, so only what is in view counts; else the screen becomes as high as its content.
        if (place.open === undefined) {
          const whole = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ width, height: Math.max(height, whole) });
        }
        const path = join(folder, fileOf(place, size, theme));
        await page.screenshot({ path, animations: 'disabled' });
      }
    } catch (error) {
      console.error(
        `${place.name} (${size}): ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
      );
      process.exitCode = 1;
    } finally {
      await page.close();
    }
  }
  await context.close();
}

const figure = (place: Place, size: string, theme: string): string =>
  `<figure><img loading="lazy" src="${fileOf(place, size, theme)}" class="${size}" alt="" />` +
  `<figcaption>${size}, ${theme}</figcaption></figure>`;

const pageOf = (places: readonly Place[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8" /><title>Pictures of the portal</title><style>
body { margin: 2rem; font: 15px/1.5 system-ui, sans-serif; background: #8883; }
section > div { display: flex; gap: 1rem; overflow-x: auto; align-items: flex-start; }
figure { margin: 0; } img { display: block; border: 1px solid #8888; }
.phone { width: 260px; } .desktop { width: 560px; }
nav { columns: 5; } </style></head><body><h1>${places.length} places, two sizes, two themes</h1>
<nav>${places.map(({ name }) => `<a href="#${name}">${name}</a><br />`).join('')}</nav>
${places
  .map(
    (place) =>
      `<section id="${place.name}"><h2>${place.name}</h2><p>${place.as}, ${place.path}</p><div>` +
      sizeNames.flatMap((size) => themes.map((theme) => figure(place, size, theme))).join('') +
      '</div></section>',
  )
  .join('\n')}
</body></html>
`;

const data = await mkdtemp(join(tmpdir(), 'portal-pictures-'));
const running = await startPortal(data, { withChain: true });
const browser = await chromium.launch(launchOptions(await findBrowser()));
try {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const portal = new Portal(running.url);
  const words = process.argv.slice(2);
  const places = (await placesOf(portal)).filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  // Both at once would ask Stripe for more previews than one user may (shared/model/limits.ts).
  for (const size of sizeNames) await take(browser, portal, places, size);
  await writeFile(join(folder, 'index.html'), pageOf(places));
  console.log(`${places.length * sizeNames.length * themes.length} pictures: ${folder}/index.html`);
} finally {
  await browser.close();
  await running.stop();
  await rm(data, { recursive: true, force: true });
}
