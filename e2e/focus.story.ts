import { makeShop } from './testing/shops';
import { expect, test } from './testing/story';

test('the first dialog after a page load closes: the focus is on the button that opened it', async ({
  page,
  portal,
  owner,
}) => {
  const { subscriptionId } = await makeShop(portal, owner.session, { name: '青山店', devices: 1, state: 'active' });
  const cancel = page.getByRole('button', { name: '解約する' });
  const dialog = page.getByRole('dialog');
  for (const open of [() => cancel.press('Enter'), () => cancel.click()]) {
    await page.goto(`/subscription/${subscriptionId}`);
    await cancel.waitFor();
    await open();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(cancel).toBeFocused();
  }
});

test(
  'auto renewal by keyboard: off and on again without losing the switch',
  { tag: '@once' },
  async ({ page, portal, owner }) => {
    const { subscriptionId } = await makeShop(portal, owner.session, { name: '青山店', devices: 1, state: 'active' });
    await page.goto(`/subscription/${subscriptionId}`);
    const renewal = page.getByRole('switch', { name: '自動更新' });
    await renewal.focus();
    for (const state of ['false', 'true']) {
      await page.keyboard.press('Space');
      await expect(renewal).toHaveAttribute('aria-checked', state);
      await expect(renewal).not.toHaveAttribute('aria-busy');
      await expect(renewal).toBeFocused();
    }
  },
);
