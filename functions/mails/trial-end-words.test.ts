import { dayInJapan, timeInJapan } from '#shared/model/japan-time';
import { cancelSubscription } from '#functions/endings/calls';
import { startPaymentServices } from '#functions/testing/payment-services';
import { createSubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import type { SubscriptionNotice } from './notices-table';
import { listNotices } from '#functions/testing/notices';
import { subscriptionMail } from './subscription-mails';
import { refreshShop } from '#functions/shops/refresh-shop';
import { tellTrialsEnding } from './shop-notices';
import { readSnapshot } from '#functions/shops/shops-table';

const services = testServices(startPaymentServices);
const contact = { company: '株式会社見本', address: '東京都', telephone: '03-0000-0000', hours: '平日' };

test('a trial is charged at an hour of its last day: the mail names that hour as the last to end it', async () => {
  const owner = await services.createOwner();
  const { subscriptionId: id } = await createSubscribedShop(services, owner, { total: 1, trialDays: 35 });
  const { trial_end: endsAt } = await services.stripe.subscriptions.retrieve(id);
  services.clock.advance(Number(endsAt) * 1000 - services.clock.now() + 60_000);
  const { data } = await services.stripe.invoices.list({ subscription: id });
  expect(data.map(({ total }) => total)).toContain(9_900);
  expect(dayInJapan(services.clock.now() / 1000)).toBe(dayInJapan(Number(endsAt)));
  const { html } = subscriptionMail(
    { kind: 'trial-ending', subscription: { id, shopName: '青山店', endsAt: Number(endsAt), withoutCard: true } },
    { origin: 'https://portal.example.jp', contact },
  );
  expect(html).toContain(`無料トライアルは${timeInJapan(Number(endsAt))}に終了し`);
  expect(html).not.toContain('終了日までに');
});

test('half an hour before that, on the same day, a trial is still cancelled free, as terms and mail say', async () => {
  const owner = await services.createOwner();
  const { subscriptionId: id } = await createSubscribedShop(services, owner, { total: 1, trialDays: 35 });
  const { trial_end: endsAt } = await services.stripe.subscriptions.retrieve(id);
  services.clock.advance(Number(endsAt) * 1000 - services.clock.now() - 30 * 60_000);
  const request = { method: 'POST', path: '/api', params: { id } };
  expect(await owner.browser.send(cancelSubscription, request)).toMatchObject({ status: 200 });
  services.clock.advance(2 * 86_400_000);
  await services.emulator.tick();
  const { data } = await services.stripe.invoices.list({ subscription: id });
  expect(data.filter(({ total }) => total > 0)).toEqual([]);
});

test('without a card the subscription ends with its trial: the mail says so, and promises no charge', async () => {
  const owner = await services.createOwner();
  const { subscriptionId: id } = await createSubscribedShop(services, owner, { total: 1, trialDays: 35, card: null });
  // As the portal orders (functions/billing/subscriptions.ts).
  const { trial_end: endsAt } = await services.stripe.subscriptions.update(id, {
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  });
  services.clock.advance(Number(endsAt) * 1000 - services.clock.now() + 60_000);
  expect((await services.stripe.subscriptions.retrieve(id)).status).toBe('canceled');
  const { html } = subscriptionMail(
    { kind: 'trial-ending', subscription: { id, shopName: '青山店', endsAt: Number(endsAt), withoutCard: true } },
    { origin: 'https://portal.example.jp', contact },
  );
  expect(html).toContain('このままでは、その時にご契約も終了します');
  expect(html).not.toContain('お手続きは必要ありません');
});

test('a later end is planned already: the mail names it, and does not say that the subscription goes on', async () => {
  const owner = await services.createOwner();
  const { customerId, subscriptionId: id } = await createSubscribedShop(services, owner, { total: 1, trialDays: 35 });
  const { trial_end: trialEnd } = await services.stripe.subscriptions.retrieve(id);
  const plannedEnd = Number(trialEnd) + 31 * 86_400;
  await services.stripe.subscriptions.update(id, { cancel_at: plannedEnd });
  services.clock.advance(Number(trialEnd) * 1000 - services.clock.now() - 86_400_000);
  await refreshShop(owner.userId, customerId);
  const { record } = (await readSnapshot(owner.userId, customerId))!;
  expect(await tellTrialsEnding(owner.userId, record)).toBe(1);
  const notices = await listNotices(services.clock.now() / 1000);
  const told = notices.find(({ kind }) => kind === 'trial-ending') as SubscriptionNotice;
  const { html } = subscriptionMail(told, { origin: 'https://portal.example.jp', contact });
  expect(html).toContain(`ご契約は、お手続きのとおり${dayInJapan(plannedEnd)}に終了します。`);
  expect(html).not.toContain('お手続きは必要ありません');
});

test('the mail could not be sent until the trial had ended: it is dropped, as it asks too late', async () => {
  const owner = await services.createOwner();
  const { customerId, subscriptionId: id } = await createSubscribedShop(services, owner, { total: 1, trialDays: 35 });
  const { trial_end: trialEnd } = await services.stripe.subscriptions.retrieve(id);
  services.clock.advance(Number(trialEnd) * 1000 - services.clock.now() - 3_600_000);
  const record = (await refreshShop(owner.userId, customerId))!;
  expect(await tellTrialsEnding(owner.userId, record)).toBe(1);
  const kinds = async (at: number) => (await listNotices(at)).map(({ kind }) => kind);
  expect(await kinds(Number(trialEnd) - 1)).toContain('trial-ending');
  expect(await kinds(Number(trialEnd))).not.toContain('trial-ending');
});
