import { invoke, type ApiResponse, type Fault } from '../../local/testing/functions';
import { handler as mirrorHinted } from '../jobs/mirror-hinted';
import { deviceRecords } from '../testing/device-records';
import { startRequestServices, webhookPath } from '../testing/request-services';
import { runJob } from '../testing/run-job';
import { walk } from '../testing/runbook';
import { testServices } from '../testing/test-services';
import { handler as kintoneWebhook } from './kintone-webhook';

const services = testServices(startRequestServices);
const { run, minutes, addDevices, change, statusOf, counted } = deviceRecords(services);

/** A webhook as Kintone sends it: no origin, no cookie, no signature. */
const hook = (
  secret = webhookPath,
  body: unknown = { type: 'UPDATE_RECORD', app: { id: '1' } },
): Promise<ApiResponse> =>
  invoke(kintoneWebhook, {
    method: 'POST',
    path: `/api/webhooks/kintone/${secret}`,
    params: { secret },
    body,
    headers: { origin: '' },
  });
const hints = async () => (await services.items('SYNC')).filter(({ sk }) => sk === 'HINT');

beforeEach(async () => {
  await addDevices(1, 2);
  await run();
  minutes(1);
  services.operations.length = 0;
});

test('staff change a record and Kintone sends its webhook: the next minute shows the change', async () => {
  await change(1, { status: '返却' });
  expect(await hook()).toMatchObject({ status: 200, body: { received: true } });
  await expect(runJob(mirrorHinted)).resolves.toEqual({ hinted: true, changed: 1 });
  expect(await statusOf(1)).toBe('返却');
  expect(await hints()).toEqual([]);
});

test('no hint: the minute costs one read, and nothing is asked of Kintone', async () => {
  await change(1, { status: '返却' });
  services.operations.length = 0;
  await expect(runJob(mirrorHinted)).resolves.toEqual({ hinted: false, changed: 0 });
  expect(services.operations).toEqual(['dynamodb GetItem']);
});

test.each([
  ['another secret', 'a-secret-end-of-the-webhooks-addresS'],
  ['its beginning', webhookPath.slice(0, 20)],
  ['nothing', ''],
])(
  'an address that ends in %s: the gateway’s response to an unknown path, and nothing is written',
  async (_, secret) => {
    expect(await hook(secret)).toMatchObject({ status: 404, body: { message: 'Not Found' } });
    expect(counted(/^dynamodb/)).toBe(0);
  },
);

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['one that can be guessed', 'short'],
])('a stage whose secret end is %s: no webhook is taken, not even that one', async (_, path) => {
  await services.setWebhookPath(path);
  minutes(10); // the container's copy of the secret has expired
  expect(await hook(path ?? '')).toMatchObject({ status: 404, body: { message: 'Not Found' } });
  expect(await hints()).toEqual([]);
});

test.each([['not JSON'], [{ type: 'DELETE_RECORD', app: { id: '999' }, record: { $id: { value: '../..' } } }], [{}]])(
  'whatever the body says (%j): it is a hint and nothing else',
  async (body) => {
    expect((await hook(webhookPath, body)).status).toBe(200);
    expect(await hints()).toEqual([{ pk: 'SYNC', sk: 'HINT', hintedAt: expect.any(Number) }]);
  },
);

test('sixty webhooks in a minute: one hint, and one reading', async () => {
  for (let count = 0; count < 60; count += 1) await hook();
  expect(await hints()).toHaveLength(1);
  services.operations.length = 0;
  await runJob(mirrorHinted);
  const asked = counted(/^records/);
  await runJob(mirrorHinted);
  expect(counted(/^records/)).toBe(asked);
});

test('a record is changed while the hinted run reads: its hint stays for the next minute', async () => {
  await hook();
  let changed = false;
  services.inject(async (service): Promise<Fault> => {
    if (service === 'records' && !changed) {
      changed = true;
      await hook();
    }
    return 'pass';
  });
  await runJob(mirrorHinted);
  expect(await hints()).toHaveLength(1);
});

test('the scheduled run is at work: the hint stays', async () => {
  await hook();
  let hinted = false;
  services.inject(async (service): Promise<Fault> => {
    if (service === 'records' && !hinted) {
      hinted = true;
      await runJob(mirrorHinted);
    }
    return 'pass';
  });
  await run();
  expect(await hints()).toHaveLength(1);
});

walk('Job mirror-hinted', 'Kintone is down: nothing fails, and the schedule reads the change', async (section) => {
  section.says('shown only after the next scheduled sync; nothing is lost');
  await change(1, { status: '返却' });
  await hook();
  services.inject((service) => (service === 'records' ? 'down' : 'pass'));
  await expect(runJob(mirrorHinted)).resolves.toEqual({ hinted: true, changed: 0 });
  services.clearFaults();
  minutes(10);
  await run();
  expect(await statusOf(1)).toBe('返却');
});

walk(
  'Calls: platform',
  'Kintone has another end of the address: 404, and the schedule reads the change',
  async (section) => {
    section.says("Kintone's webhooks that are refused with 404 have another end than its `webhookPath`");
    await change(1, { status: '返却' });
    expect((await hook('another-end-of-the-webhooks-address')).status).toBe(404);
    minutes(10);
    await run();
    expect(await statusOf(1)).toBe('返却');
  },
);

test('DynamoDB is down: 503, so that Kintone’s administrators see a failed webhook', async () => {
  services.inject((service) => (service === 'dynamodb' ? 'down' : 'pass'));
  expect((await hook()).status).toBeGreaterThanOrEqual(500);
});
