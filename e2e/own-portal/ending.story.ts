import { expectFocus, pressByKey } from '../testing/focus';
import { makeShop } from '../testing/shops';
import { sizes } from '../testing/sizes';
import { expect } from '../testing/story';
import { test } from './own-portal';

test(
  'an end by keyboard alone on a phone: at the renewal, 2 presses, told by mail, and taken back by the switch',
  { tag: '@once' },
  async ({ page, portal, mailbox, owner: { session, email } }) => {
    const { subscriptionId } = await makeShop(portal, session, { name: '青山店', devices: 2, state: 'active' });
    await page.setViewportSize(sizes.phone.viewport);
    await page.goto(`/subscription/${subscriptionId}`);

    await pressByKey(page, page.getByRole('button', { name: '解約する' }));
    const dialog = page.getByRole('dialog', { name: 'いつ解約しますか？' });
    const renewal = dialog.getByRole('listitem', { name: 'この日に終了' });
    await expect(dialog).toContainText('どちらも、追加のお支払いはありません。');
    const endsAt = await renewal.getByRole('time').innerText();
    await pressByKey(page, renewal.getByRole('button', { name: 'この日に終了' }));
    await expect(dialog).toHaveCount(0);
    await expectFocus(page);
    await expect(page.getByText(`${endsAt}に契約が終了します。`).first()).toBeVisible();
    const told = (subject: string, facts: string[]) =>
      expect(async () => {
        const mail = (await mailbox.messages(email)).find((one) => one.subject === `【レボナイザー】${subject}`);
        for (const fact of facts) expect(mail?.text).toContain(fact);
      }).toPass();
    await told('解約を受け付けました', [endsAt, '青山店']);

    const autoRenewal = page.getByRole('switch', { name: '自動更新' });
    await autoRenewal.press(' ');
    await expect(autoRenewal).toBeChecked();
    // The switch shows at once what is asked for; this says that it is so.
    await expect(page.getByText('自動更新をオンにしました')).toBeVisible();
    await told('解約を取り消しました', ['青山店']);
  },
);
