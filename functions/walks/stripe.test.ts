import { getDocument, listDocuments } from '#functions/documents/calls';
import { getConfig } from '#functions/http/calls';
import { createShopOnly, createShopWithSubscription } from '#functions/openings/calls';
import { readMissedEvents } from '#functions/jobs';
import { deliverEvent, deliverEvents, newestEvent } from '#functions/testing/deliver-events';
import { Browser } from '#functions/testing/browser';
import {
  shopOnlyBody,
  startPaymentServices,
  subscribedBody,
  webhookSecret,
  type ShopOwner,
} from '#functions/testing/payment-services';
import { runJob } from '#functions/testing/run-job';
import { walk } from '#functions/testing/runbook';
import { createSubscribedShop } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { watchLog } from '#functions/testing/watch-log';
import { changeQuantities } from '#functions/quantities/calls';
import { listShops } from '#functions/shops/calls';
import { cancelSubscription } from '#functions/endings/calls';

const services = testServices(startPaymentServices);
const log = watchLog();
let owner: ShopOwner;
const down = (one: string): void => services.inject((service) => (service === one ? 'down' : 'pass'));
const shops = async () => (await owner.browser.get(listShops)).body as unknown as { readAt: number }[];
const shown = async () => {
  const { status, body } = await owner.browser.get(listShops);
  return { status, shops: (body as unknown as unknown[]).length };
};

beforeEach(async () => {
  owner = await services.createOwner();
});

walk(
  'Where failures usually come from',
  'Stripe is down: screens show the snapshot, changes return 503',
  async (section) => {
    const shop = await createSubscribedShop(services, owner, { total: 2 });
    const [{ readAt } = { readAt: 0 }] = await shops();
    services.clock.advance(2 * 86_400_000);
    down('stripe');
    section.says('screens show the snapshot and its age');
    expect(await shown()).toEqual({ status: 200, shops: 1 });
    expect(await shops()).toEqual([expect.objectContaining({ readAt })]);
    expect(log.text()).toContain('showing an old state: the shop could not be read');
    section.says('changes return 503');
    const { status } = await owner.browser.send(cancelSubscription, {
      method: 'POST',
      path: '/api',
      params: { id: shop.subscriptionId },
    });
    expect(status).toBe(503);
    services.clearFaults();
    expect((await services.stripe.subscriptions.retrieve(shop.subscriptionId)).status).toBe('active');

    await services.rotateKeys({ secretKey: 'sk_test_revoked', webhookSecret });
    services.clock.advance(2 * 86_400_000);
    await shown();
    expect(log.text()).toContain(section.says('Invalid API Key'));
  },
);

walk(
  'Errors of the API',
  'DynamoDB is down: every route fails with an error in the log and the request’s id',
  async (section) => {
    section.says('When every route fails at once');
    down('dynamodb');
    const { status, body } = await owner.browser.get(listShops);
    expect([status, body['requestId']]).toEqual([503, 'request-1']);
    expect(log.text()).toMatch(/^error failed .*ECONNRESET|hang up/m);
    services.clearFaults();
    expect((await shown()).status).toBe(200);
  },
);

walk(
  'Latency of the API',
  'Stripe is slow: a call waits as long as its section says, and the log names Stripe',
  async (section) => {
    section.says('calls of billing and shop wait up to 12 seconds, those that charge 23');
    const shop = await createSubscribedShop(services, owner, { total: 2 });
    /** Seconds of a call while each response of Stripe takes so many. */
    const waited = async (seconds: number, call: () => Promise<{ status: number }>): Promise<number> => {
      services.inject((service) => {
        if (service === 'stripe') services.clock.advance(seconds * 1000);
        return 'pass';
      });
      const begun = services.clock.now();
      expect((await call()).status).toBe(503);
      services.clearFaults();
      return (services.clock.now() - begun) / 1000;
    };
    const opening = await waited(5, () =>
      owner.browser.post(createShopWithSubscription, subscribedBody({ revonizerQuantity: 1 })),
    );
    expect(opening).toBeLessThanOrEqual(12 + 5);
    expect(log.text()).toMatch(/PAYMENTS_UNAVAILABLE.*The time for this call is used up/);
    const params = { id: shop.subscriptionId };
    const charging = await waited(9, () =>
      owner.browser.send(changeQuantities, {
        method: 'POST',
        path: '/api',
        params,
        body: { quantities: {}, total: 3 },
      }),
    );
    expect(charging).toBeLessThanOrEqual(23 + 9);
  },
);

walk(
  'Calls: shop',
  'Stripe is down while a shop opens: a retry opens it, with one customer at Stripe',
  async (section) => {
    services.inject((service, operation) => (service === 'stripe' && operation.startsWith('POST') ? 'lost' : 'pass'));
    const headers = { 'idempotency-key': '11111111-1111-4111-8111-111111111111' };
    const open = () =>
      owner.browser.send(createShopOnly, { method: 'POST', path: '/api', body: shopOnlyBody, headers });
    expect((await open()).status).toBe(503);
    services.clearFaults();
    services.clock.advance(120_000);
    section.says('it creates neither a second customer nor a second subscription');
    expect((await open()).status).toBe(200);
    expect((await services.stripe.customers.list()).data).toHaveLength(1);
  },
);

walk(
  'Calls: billing',
  'Stripe is down: the snapshots are shown, a change returns 503 and works later',
  async (section) => {
    const { subscriptionId } = await createSubscribedShop(services, owner, { total: 2 });
    down('stripe');
    section.says('Screens still show the snapshots; a change returns 503 and can be tried again');
    expect((await shown()).status).toBe(200);
    const cancel = () =>
      owner.browser.send(cancelSubscription, {
        method: 'POST',
        path: '/api',
        params: { id: subscriptionId },
        body: { subscriptionId },
      });
    expect((await cancel()).status).toBe(503);
    services.clearFaults();
    expect((await cancel()).status).toBe(200);
    section.says('the portal follows');
    const { subscriptionId: other } = await createSubscribedShop(services, owner, { total: 1 });
    await services.stripe.subscriptions.cancel(other);
    await deliverEvents(services);
    const { snapshots } = await services.userItems(owner);
    const known = snapshots.flatMap(({ record }) => record.subscriptions).find(({ id }) => id === other);
    expect(known?.status).toBe('canceled');
  },
);

walk(
  'Calls: document',
  'the table is down: no document is found, payments are shown; Stripe is down: one has no PDF',
  async (section) => {
    await createSubscribedShop(services, owner, { total: 2 });
    await deliverEvents(services);
    const { body } = await owner.browser.get(listDocuments);
    const [document] = body['documents'] as { id: string }[];
    const open = () =>
      owner.browser.send(getDocument, { method: 'GET', path: '/api', params: { id: document?.id ?? '' } });
    section.says('Check the table `documents`');
    services.inject((_, operation, { body: asked }) =>
      operation === 'Query' && String(asked).includes('"documents"') ? 'down' : 'pass',
    );
    expect((await owner.browser.get(listDocuments)).status).toBe(503);
    section.says('owners find their newest payments in the payment history');
    const [snapshot] = (await services.userItems(owner)).snapshots;
    expect(snapshot?.record.payment_history).toHaveLength(1);
    services.clearFaults();
    down('stripe');
    section.says('a document is shown without its PDF');
    expect(await open()).toMatchObject({ status: 200, body: { pdf: null } });
    expect(log.text()).toMatch(new RegExp(`${section.says('a document is shown without its PDF')}.*${document?.id}`));
    services.clearFaults();
    expect((await open()).body['pdf']).toEqual(expect.any(String));
  },
);

walk(
  'Calls: platform',
  'the webhook’s signing secret is another: 400; the job reads what it missed',
  async (section) => {
    const shop = await createSubscribedShop(services, owner, { total: 1 });
    await runJob(readMissedEvents);
    await services.rotateKeys({ secretKey: 'sk_test_local', webhookSecret: 'whsec_other' });
    services.clock.advance(6 * 60_000);
    await services.stripe.customers.update(shop.customerId, { name: '新しい名前' });
    section.says('400 means that its signing secret is not the one in `portal-STAGE-stripe`');
    expect((await deliverEvent(services, await newestEvent(services))).status).toBe(400);
    section.says('the job `read-missed-events` reads missed events within ten minutes');
    services.clock.advance(10 * 60_000);
    await runJob(readMissedEvents);
    expect((await services.userItems(owner)).snapshots[0]?.record.customer.name).toBe('新しい名前');
    process.env['POSTAL_LOOKUP_URL'] = 'https://zipcloud.ibsnet.co.jp/api/search';
    expect((await new Browser().get(getConfig)).status).toBe(200);
  },
);

walk('Renewing secrets', 'Stripe’s key: the revoked one is refused, the new one is in use at once', async (section) => {
  await createSubscribedShop(services, owner, { total: 1 });
  await services.rotateKeys({ secretKey: 'sk_test_revoked', webhookSecret });
  services.clock.advance(2 * 86_400_000);
  expect(await shown()).toEqual({ status: 200, shops: 1 });
  expect(log.text()).toMatch(/showing an old state.*Invalid API Key/);
  section.says('a refused key is read again at once');
  await section.run('aws secretsmanager put-secret-value --secret-id portal-STAGE-stripe', {
    KEY: 'sk_test_local',
    SIGNING: webhookSecret,
  });
  services.operations.length = 0;
  services.clock.advance(60_000);
  expect(await shown()).toEqual({ status: 200, shops: 1 });
  expect(log.text().match(/showing an old state/g)).toHaveLength(1);
});

walk('Renewing secrets', 'the webhook’s signing secret: events signed by the new one are taken', async (section) => {
  section.says("the same, with Stripe's overlap of 24 hours");
  const shop = await createSubscribedShop(services, owner, { total: 1 });
  await deliverEvents(services);
  await section.run('aws secretsmanager put-secret-value --secret-id portal-STAGE-stripe', {
    KEY: 'sk_test_local',
    SIGNING: 'whsec_new',
  });
  services.clock.advance(61_000);
  await services.stripe.customers.update(shop.customerId, { name: '新しい名前' });
  expect((await deliverEvent(services, await newestEvent(services), 'whsec_new')).status).toBe(200);
  expect((await services.userItems(owner)).snapshots[0]?.record.customer.name).toBe('新しい名前');
});

walk('Throttled tables', 'DynamoDB throttles: calls say to try again, and pass once it has grown', async (section) => {
  section.says('throttling by a jump ends after minutes');
  const throttled = {
    status: 400,
    headers: { 'content-type': 'application/x-amz-json-1.0', date: new Date(services.clock.now()).toUTCString() },
    body: JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException' }),
  };
  services.inject((service) => (service === 'dynamodb' ? throttled : 'pass'));
  const refused = await owner.browser.get(listShops);
  expect([refused.status, refused.body['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  services.clearFaults();
  expect((await shown()).status).toBe(200);
});
