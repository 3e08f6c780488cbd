import { invoke, type ApiResponse, type Fault } from '../../local/testing/functions';
import { mirrorRepairs } from '#functions/jobs';
import { deviceRecords, isPage } from '#functions/testing/device-records';
import { runJob } from '#functions/testing/run-job';
import { startRequestServices, webhookPath } from '#functions/testing/request-services';
import { walk } from '#functions/testing/runbook';
import { doTasks, waitingTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { kintoneWebhook } from './calls';

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
const waiting = async () => (await waitingTasks()).map(({ kind, id }) => `${kind} ${id}`);
const reading = ['mirror-changes changes'];

beforeEach(async () => {
  await addDevices(1, 2);
  await run();
  minutes(1);
  services.operations.length = 0;
});

test('staff change a record and Kintone sends its webhook: it is shown at once', async () => {
  await change(1, { status: '返却' });
  expect(await hook()).toMatchObject({ status: 200, body: { received: true } });
  await doTasks();
  expect(await statusOf(1)).toBe('返却');
  expect(await waiting()).toEqual([]);
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
  expect((await hook(path ?? '')).status).toBe(500);
  expect(await waiting()).toEqual([]);
});

test.each([['not JSON'], [{ type: 'DELETE_RECORD', app: { id: '999' }, record: { $id: { value: '../..' } } }], [{}]])(
  'whatever the body says (%j): the changes are read, and nothing else',
  async (body) => {
    expect((await hook(webhookPath, body)).status).toBe(200);
    expect(await waiting()).toEqual(reading);
  },
);

test('sixty webhooks at once: one task, and one reading', async () => {
  for (let count = 0; count < 60; count += 1) await hook();
  expect(await waiting()).toEqual(reading);
  services.operations.length = 0;
  await doTasks();
  // The form, the changes and the count of each of four apps.
  expect(counted(/^records/)).toBeLessThanOrEqual(12);
  expect(await waiting()).toEqual([]);
});

test('a record is changed while the changes are read: they are read again', async () => {
  await hook();
  let asked = 0;
  services.inject(async (service, _operation, { url }): Promise<Fault> => {
    // The devices are read: one of them changes after that.
    if (service === 'records' && isPage(url) && (asked += 1) === 1) {
      services.clock.advance(2_000);
      await hook();
    }
    return 'pass';
  });
  await doTasks({ sweep: false });
  expect(asked).toBeGreaterThan(1);
  expect(await waiting()).toEqual([]);
});

test('a record is changed after the scheduled run has read it: the task comes again when that is over', async () => {
  let isFirst = true;
  services.inject(async (service, _operation, { url }): Promise<Fault> => {
    if (service === 'records' && isFirst && url.includes('app=1&') && url.includes('totalCount')) {
      isFirst = false;
      services.clock.advance(2_000);
      await change(1, { status: '返却' });
      await hook();
      await doTasks();
    }
    return 'pass';
  });
  await run();
  expect(isFirst).toBe(false);
  expect(await statusOf(1)).toBe('出荷');
  expect(await waiting()).toEqual(reading);
  minutes(1);
  await doTasks();
  expect(await statusOf(1)).toBe('返却');
  expect(await waiting()).toEqual([]);
});

test('Kintone is down: the schedule reads the change, and the task has nothing left to read', async () => {
  await change(1, { status: '返却' });
  await hook();
  services.inject((service) => (service === 'records' ? 'down' : 'pass'));
  await doTasks();
  expect(await waiting()).toEqual(reading);
  services.clearFaults();
  minutes(10);
  await run();
  expect(await statusOf(1)).toBe('返却');
  await runJob(mirrorRepairs);
  services.operations.length = 0;
  await doTasks();
  expect(counted(/^records/)).toBe(0);
  expect(await waiting()).toEqual([]);
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
