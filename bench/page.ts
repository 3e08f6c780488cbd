import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import { layoutShift, watchLayoutShift } from '../e2e/places/look';
import { placesOf } from '../e2e/places/places';
import { become, settle } from '../e2e/places/visit';
import { Portal } from '../e2e/testing/portal';
import { sizes } from '../e2e/testing/sizes';
import { startPortal } from '../e2e/testing/start-cloud';
import { findBrowser, launchOptions } from '#emulators/platform/testing';
import { firstPageBudget, gzippedSizes } from '../local/testing/first-page';
import { median } from './measure';

/**
 * Loaded by npx for this bench alone: as a dependency it would more than double what everybody installs. The last
 * version that runs on Node 20.
 */
const lighthouse = 'lighthouse@12.8.2';

/** What the performance is made of, by Lighthouse's names: milliseconds; the shift has no unit. */
const audited = {
  firstPaint: 'first-contentful-paint',
  largestPaint: 'largest-contentful-paint',
  blocked: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
} as const;
const scored = ['performance', 'accessibility'] as const;

interface Report {
  categories: Record<(typeof scored)[number], { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

async function run(url: string, browser: string): Promise<Report> {
  const flags = `--chrome-flags=--headless=new${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`;
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', lighthouse, url, '--quiet', '--output=json', `--only-categories=${scored.join()}`, flags],
    { env: { ...process.env, CHROME_PATH: browser }, maxBuffer: 2 ** 26 },
  ).catch((cause: unknown) => {
    throw new Error(`${lighthouse} failed; it needs the npm registry the first time`, { cause });
  });
  return JSON.parse(stdout) as Report;
}

/**
 * The median of Lighthouse's mobile runs of a page, each value by itself, scores from 0 to 100: a phone of its own
 * figures, simulated.
 */
async function lighthouseOf(url: string, browser: string, runs: number) {
  const all: Report[] = [];
  for (let count = 0; count < runs; count += 1) all.push(await run(url, browser));
  const score = (name: (typeof scored)[number]) =>
    median(all.map(({ categories }) => Math.round(categories[name].score * 100)));
  const audit = (name: keyof typeof audited) =>
    median(all.map(({ audits }) => audits[audited[name]]?.numericValue ?? Number.NaN));
  return { score, audit };
}

/** A middling phone on a slow line: Lighthouse's own figures. Bytes a second, milliseconds. */
const slow = { cpu: 4, latency: 150, downloadThroughput: (1.6e6 * 0.9) / 8, uploadThroughput: 750_000 / 8 };
const mostShift = 0.02;
const mostToNextScreen = 100;
const leastPerformance = 98;
const runs = 5;

async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slow.cpu });
  await session.send('Network.enable');
  const { latency, downloadThroughput, uploadThroughput } = slow;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput,
    uploadThroughput,
  });
}

const phoneOf = (browser: Browser, baseURL: string): Promise<BrowserContext> =>
  browser.newContext({ baseURL, viewport: sizes.phone.viewport, locale: 'ja-JP', serviceWorkers: 'block' });

/** The JavaScript that a visitor loads, as the browser asks for it. */
async function loadedScripts(browser: Browser, url: string): Promise<number> {
  const context = await phoneOf(browser, url);
  const page = await context.newPage();
  const scripts = new Set<string>();
  const others = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin !== url) others.add(origin);
    else if (pathname.endsWith('.js')) scripts.add(pathname);
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  await context.close();
  const sizes = gzippedSizes('frontend/dist', scripts);
  for (const [file, bytes] of sizes.toSorted((a, b) => b[1] - a[1]))
    console.log(`${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}`);
  const total = sizes.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(
    `${(total / 1000).toFixed(1).padStart(7)} kB  of ${firstPageBudget / 1000} kB; ` +
      `${readdirSync('frontend/dist/assets').length} files built; ` +
      `other origins asked: ${[...others].join(', ') || 'none'}`,
  );
  return total;
}

/** Milliseconds until the login form can be typed into, with an empty cache. */
async function timeToLogin(browser: Browser, url: string): Promise<number> {
  const context = await phoneOf(browser, url);
  const page = await context.newPage();
  await slowDown(context, page);
  const startedAt = performance.now();
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('メールアドレス').fill('a');
  const time = performance.now() - startedAt;
  await context.close();
  return time;
}

/** Milliseconds from the press of a menu item of a shop until the heading of its screen is there. */
async function timeToNextScreen(page: Page, path: string): Promise<number> {
  await page.goto(path);
  await settle(page);
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    const before = document.querySelector('h1')?.textContent;
    const startedAt = performance.now();
    [...document.querySelectorAll<HTMLElement>('nav a[href$="/services"]')]
      .find((one) => one.checkVisibility())
      ?.click();
    while (document.querySelector('h1')?.textContent === before) await new Promise(requestAnimationFrame);
    return performance.now() - startedAt;
  });
}

/** Measures the built page on a slow phone; the exit code is 1 if it breaks one of its limits. */
export async function bench(): Promise<void> {
  const data = await mkdtemp(join(tmpdir(), 'bench-page-'));
  const running = await startPortal(data);
  const executable = await findBrowser();
  const browser = await chromium.launch(launchOptions(executable));
  try {
    if ((await loadedScripts(browser, running.url)) > firstPageBudget) process.exitCode = 1;
    const times: number[] = [];
    for (let run = 0; run < runs; run += 1) times.push(await timeToLogin(browser, running.url));
    console.log(`login can be typed into after ${(median(times) / 1000).toFixed(2)} s (median of ${runs}, cold)`);

    const { score, audit } = await lighthouseOf(`${running.url}/login`, executable, runs);
    console.log(
      `Lighthouse mobile: performance ${score('performance')} (at least ${leastPerformance}), accessibility ` +
        `${score('accessibility')}; first paint ${(audit('firstPaint') / 1000).toFixed(1)} s, largest ` +
        `${(audit('largestPaint') / 1000).toFixed(1)} s, blocked ${audit('blocked').toFixed(0)} ms, layout shift ` +
        `${audit('shift').toFixed(3)} (median of ${runs})`,
    );
    if (score('performance') < leastPerformance || score('accessibility') < 100) process.exitCode = 1;

    const portal = new Portal(running.url);
    const context = await phoneOf(browser, running.url);
    const page = await context.newPage();
    await watchLayoutShift(page);
    await slowDown(context, page);
    let worst = { name: '', shifted: 0 };
    const places = await placesOf(portal);
    for (const place of places.filter(({ open }) => !open)) {
      await become(context, portal, place.as);
      await page.goto(place.path);
      await settle(page);
      const shifted = await layoutShift(page);
      if (shifted >= worst.shifted) worst = { name: place.name, shifted };
      if (shifted >= mostShift) {
        console.log(`layout shift of ${place.name}: ${shifted.toFixed(3)}`);
        process.exitCode = 1;
      }
    }
    console.log(`largest layout shift ${worst.shifted.toFixed(3)} (${worst.name}) of less than ${mostShift}`);

    const shop = places.find(({ name }) => name === 'shop-active');
    await become(context, portal, 'owner');
    const steps: number[] = [];
    for (let run = 0; run < runs; run += 1) steps.push(await timeToNextScreen(page, shop?.path ?? '/'));
    console.log(`the next screen of a shop after ${median(steps).toFixed(0)} ms of ${mostToNextScreen} ms`);
    if (median(steps) > mostToNextScreen) process.exitCode = 1;
  } finally {
    await browser.close();
    await running.stop();
    await rm(data, { recursive: true, force: true });
  }
}
