import { expectFocus, pressByKey, tabTo } from './keyboard';
import { makeShop } from './shops';
import { sizes } from './sizes';
import { expect, test } from './story';

const receiptNumber = /R-\d{8}-[0-9A-Z]{5}/;

test(
  'an end by keyboard alone on a phone: 3 presses; one number on page, print and mail; taken back',
  { tag: '@once' },
  async ({ page, portal, mailbox, owner: { session, email } }) => {
    const { subscriptionId } = await makeShop(portal, session, { name: '青山店', devices: 2, state: 'active' });
    await page.setViewportSize(sizes.phone.viewport);
    await page.goto(`/subscription/${subscriptionId}`);

    await pressByKey(page, page.getByRole('link', { name: '終了日を選んで解約' }));
    const later = page.getByRole('listitem', { name: 'より後の契約期間の終わり' });
    await tabTo(page, later.getByLabel('終了日'));
    await page.keyboard.press('ArrowDown');
    await expect(later).toContainText('37,400円');
    const endsAt = await later.getByLabel('終了日').locator('option:checked').innerText();
    await pressByKey(page, later.getByRole('button', { name: 'この終了日を選ぶ' }));
    await expect(page.getByText('37,400円')).toBeVisible();
    await pressByKey(page, page.getByRole('button', { name: 'この内容で解約する' }));

    await expect(page).toHaveURL(`/subscription/${subscriptionId}/end/receipt`);
    await expectFocus(page);
    const title = page.getByRole('heading', { name: receiptNumber });
    const number = receiptNumber.exec(await title.innerText())?.[0] ?? '';
    const facts = [number, endsAt, '37,400円', '青山店', subscriptionId];
    for (const fact of facts) await expect(page.getByRole('main')).toContainText(fact);

    await page.emulateMedia({ media: 'print' });
    for (const fact of facts) await expect(page.getByRole('main')).toContainText(fact);
    await expect(title).toBeVisible();
    for (const role of ['navigation', 'button'] as const)
      await expect(page.getByRole(role).filter({ visible: true })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'サブスクリプション詳細' })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    await portal.local('schedule/send-notices', {});
    await expect(async () => {
      const mail = (await mailbox.messages(email)).find(
        ({ subject }) => subject === '【レボナイザー】解約を受け付けました',
      );
      for (const fact of [number, endsAt, '37,400円', '青山店']) expect(mail?.text).toContain(fact);
    }).toPass();

    await pressByKey(page, page.getByRole('button', { name: '解約を取り消す' }));
    await expect(page.getByText('取り消し済み（契約は続いています）')).toBeVisible();
    await expect(title).toContainText(number);
  },
);
