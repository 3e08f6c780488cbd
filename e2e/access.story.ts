import type { Page } from 'playwright/test';
import { paths } from '../frontend/src/lib/paths';
import { axeFindings, layoutShift, unreachable, watchLayoutShift } from './places/look';
import { placesOf } from './places/places';
import { become, openOn, type Place, settle } from './places/visit';
import { sizes } from './testing/sizes';
import { expect, test } from './testing/story';

const phone = sizes.phone.viewport;
/** web.dev/cls calls 0.1 good. */
const mostShift = 0.02;
/** On a busy machine all places take minutes. */
const patience = 600_000;

/** The places are looked at in this many stories, which run side by side. */
const parts = 4;

/** The places of each screen, the screen itself first, so that what opens on it next needs no load of its own. */
function screensOf(places: readonly Place[]): Place[][] {
  const addressOf = ({ as, path }: Place): string => `${as} ${path}`;
  return [...new Set(places.map(addressOf))].map((address) =>
    places
      .filter((place) => addressOf(place) === address)
      .toSorted((a, b) => Number(a.open !== undefined) - Number(b.open !== undefined)),
  );
}

test('every address of the portal has a place', { tag: '@once' }, async ({ portal }) => {
  const shown = (await placesOf(portal)).map(({ path, reaches }) => reaches ?? path.split('?')[0] ?? '');
  const isShown = (pattern: string): boolean => {
    const address = new RegExp(`^${pattern.split('?')[0]?.replaceAll(/:\w+/g, '[^/]+')}$`);
    // A fixed address has a place of its own: /documents/exports is not one of /documents/:id.
    return shown.some((path) => address.test(path) && (path === pattern || !fixed.has(path)));
  };
  const patterns: string[] = Object.values(paths).map((path) => (typeof path === 'string' ? path : path.pattern));
  const fixed = new Set(patterns.filter((pattern) => !pattern.includes(':')));
  expect(patterns.filter((pattern) => !pattern.includes('?') && !isShown(pattern))).toEqual([]);
});

/** A browser's larger text enlarges everything that is measured in rem; 400 % of 1280x1024 leaves 320x256. */
const views = [
  { name: 'text of 200 %', size: phone, text: '200%' },
  { name: '320 px', size: { width: 320, height: 568 }, text: '100%' },
  { name: 'zoom of 400 %', size: { width: 320, height: 256 }, text: '100%' },
  { name: 'landscape', size: { width: 844, height: 390 }, text: '100%' },
  { name: 'tablet', size: { width: 834, height: 1112 }, text: '100%' },
  { name: 'tablet, landscape', size: { width: 1112, height: 834 }, text: '100%' },
];

/** What cannot be read or pressed with large text, on a narrow screen, zoomed, in landscape, or on a tablet. */
async function hiddenInViews(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  const enlarge = (text: string): Promise<void> =>
    page.evaluate((given) => {
      document.documentElement.style.fontSize = given;
    }, text);
  for (const { name, size, text } of views) {
    await page.setViewportSize(size);
    await enlarge(text);
    wrong.push(...(await unreachable(page)).map((finding) => `${name}: ${finding}`));
  }
  await enlarge('');
  return wrong;
}

/** What a dark page of a desktop shows on paper but should not, and which controls have no edge in forced colours. */
async function wrongOnPaper(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  await page.setViewportSize(sizes.desktop.viewport);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.evaluate(() => {
    document.documentElement.className = 'dark';
  });
  if (await page.getByRole('navigation', { name: 'メインメニュー' }).filter({ visible: true }).count())
    wrong.push('a menu on paper');
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  if (!/light|normal/.test(paper)) wrong.push(`${paper} paper`);
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  // A system's colours drop fills: a field or switch without a border would not be seen.
  const bare = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main input:not([type="checkbox"], [type="radio"], [role="spinbutton"]), main select, [role="switch"]',
      ),
    ]
      .filter((one) => one.checkVisibility() && getComputedStyle(one).borderTopWidth === '0px')
      .map((one) => one.outerHTML.slice(0, 80)),
  );
  await page.evaluate(() => {
    document.documentElement.className = 'light';
  });
  await page.emulateMedia({ media: null, forcedColors: null, colorScheme: null });
  return [...wrong, ...bare.map((one) => `no edge in forced colours: ${one}`)];
}

for (let part = 0; part < parts; part += 1)
  test(
    'axe finds nothing in either theme, and nothing moves while a screen loads; main screens can be read and pressed ' +
      `at any size, and are light on paper: part ${part + 1} of ${parts}`,
    { tag: '@once' },
    async ({ page, context, portal }) => {
      test.setTimeout(patience);
      await page.setViewportSize(phone);
      await watchLayoutShift(page);
      const wrong: string[] = [];
      for (const screen of screensOf(await placesOf(portal)).filter((_, index) => index % parts === part)) {
        let isUntouched = false;
        for (const place of screen) {
          if (!isUntouched) {
            await become(context, portal, place.as);
            // A second load of an address would keep what the first one has in its history.
            if (place !== screen[0]) await page.goto('about:blank');
            await page.goto(place.path);
            await settle(page);
            const shifted = await layoutShift(page);
            if (shifted >= mostShift) wrong.push(`${place.name}: layout shift ${shifted.toFixed(3)}`);
          }
          await openOn(page, place);
          isUntouched = place.open === undefined;
          const found = await axeFindings(page);
          if (place.main) {
            found.push(...(await hiddenInViews(page)), ...(await wrongOnPaper(page)));
            await page.setViewportSize(phone);
          }
          wrong.push(...found.map((finding) => `${place.name}: ${finding}`));
        }
      }
      expect(wrong).toEqual([]);
    },
  );
