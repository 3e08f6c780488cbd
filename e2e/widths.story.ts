import type { Page } from 'playwright/test';
import { makeShop } from './testing/shops';
import { sizes } from './testing/sizes';
import { expect, test } from './testing/story';

/** How much of the window the parts that stay at its edges cover, and whether the page is wider than the window. */
const layout = (page: Page) =>
  page.evaluate(() => ({
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    header: document.querySelector('header')?.offsetHeight ?? 0,
  }));

const boxOf = async (page: Page, name: string) => {
  const box = await page.getByText(name, { exact: true }).first().boundingBox();
  if (!box) throw new Error(`${name} is not on the screen`);
  return box;
};

test(
  'large text on a phone: the header stays small, and the quantity can be changed',
  { tag: '@once' },
  async ({ page, portal, owner }) => {
    const { subscriptionId } = await makeShop(portal, owner.session, {
      name: 'オゾンサロン表参道ヒルズ本店',
      devices: 5,
      state: 'active',
    });
    await page.setViewportSize(sizes.phone.viewport);
    await page.goto(`/subscription/${subscriptionId}`);
    const change = page.getByRole('button', { name: '数量を変更' });
    await change.waitFor();
    for (const percent of [130, 150, 175, 200]) {
      await page.addStyleTag({ content: `html { font-size: ${percent}% }` });
      const { sideways, header } = await layout(page);
      expect(sideways, `${percent} %`).toBe(0);
      expect(header, `${percent} %`).toBeLessThan(844 / 5);
      await change.click();
      await page.getByRole('button', { name: '閉じる' }).click();
    }
  },
);

test(
  'a tablet: price and renewal date do not touch, and both are on the card',
  { tag: '@once' },
  async ({ page, portal, owner }) => {
    const { subscriptionId } = await makeShop(portal, owner.session, { name: '青山店', devices: 6, state: 'active' });
    await page.goto(`/subscription/${subscriptionId}`);
    for (const width of [768, 800, 834, 844, 1024]) {
      await page.setViewportSize({ width, height: 800 });
      const price = await page.getByText('53,900円').first().boundingBox();
      const renewal = await boxOf(page, '次回更新日');
      const card = await page
        .getByRole('region', { name: /ほか|Revonizer/ })
        .first()
        .boundingBox();
      if (!price || !card) throw new Error('no card');
      const apart = renewal.x >= price.x + price.width + 8 || renewal.y >= price.y + price.height;
      expect(apart, `${width}px`).toBe(true);
      expect(renewal.x + renewal.width, `${width}px`).toBeLessThan(card.x + card.width);
    }
  },
);
