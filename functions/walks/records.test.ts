import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { defaultAppIds } from '#shared/model/record-system';
import { listShopDevices, listRepairs } from '#functions/devices/calls';
import { returnDevice, requestRepair } from '#functions/requests/calls';
import { listMovements } from '#functions/movements/calls';
import { mirrorRepairs } from '#functions/jobs';
import { listRepairsOf } from '#functions/devices/devices-table';
import type { Browser } from '#functions/testing/browser';
import { deviceRecords, fieldsOf } from '#functions/testing/device-records';
import { startRequestServices } from '#functions/testing/request-services';
import { runJob } from '#functions/testing/run-job';
import { walk } from '#functions/testing/runbook';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { watchLog } from '#functions/testing/watch-log';

const services = testServices(startRequestServices);
const log = watchLog();
const { run, minutes, addDevices, statusOf, change, mirrored } = deviceRecords(services);
let owner: Browser;
const shop = { customerId: 'cus_1', subscriptionId: 'sub_1' };
const down = (one: string): void => services.inject((service) => (service === one ? 'down' : 'pass'));
const devices = () => owner.send(listShopDevices, { method: 'GET', path: '/api', params: { id: shop.customerId } });
/** Kintone's refusal of a request, by its code. */
const refusal = (status: number, code: string) => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code, id: '1', message: '権限がありません。' }),
});

beforeEach(async () => {
  owner = await services.createOwner(shop);
});

walk('Calls: device', 'Kintone is down: devices are shown, a return is kept and delivered later', async (section) => {
  await addDevices(1, 2);
  await run();
  down('records');
  section.says('Kintone being down does not fail these calls');
  expect((await devices()).status).toBe(200);
  const asked = { serialNumber: 'RVZ-00001', stripeSubscriptionId: shop.subscriptionId, reason: 'その他' };
  expect(await owner.post(returnDevice, asked)).toMatchObject({
    status: 200,
    body: { request: { state: 'accepted' } },
  });
  services.clearFaults();
  minutes(5);
  await doTasks();
  expect(await services.requestRecords()).toHaveLength(1);
});

walk('Calls: device', 'the table is down: 503, and the same devices once it is back', async (section) => {
  await addDevices(1, 2);
  await run();
  section.says('Check the table `devices`');
  down('dynamodb');
  expect((await devices()).status).toBe(503);
  services.clearFaults();
  expect((await devices()).body['devices'] ?? (await devices()).body).toBeDefined();
});

walk('Calls: movement', 'the table is down: 503, and what is on its way is shown once it is back', async (section) => {
  section.says('Check the table `devices`');
  await services.putDevice('RVZ-1', { subscriptionId: shop.subscriptionId });
  await owner.post(returnDevice, {
    serialNumber: 'RVZ-1',
    stripeSubscriptionId: shop.subscriptionId,
    reason: '台数削減',
  });
  const movements = () => owner.send(listMovements, { method: 'GET', path: '/api', params: { id: shop.customerId } });
  down('dynamodb');
  expect((await movements()).status).toBe(503);
  services.clearFaults();
  const { status, body } = await movements();
  expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('RVZ-1')]);
});

walk('Calls: repair', 'Kintone is down: repairs are shown, and a request is kept and delivered', async (section) => {
  section.says('See "Calls: device"');
  const bought = { deviceCategory: '購入機材', subscriptionRentalAvailability: '販売済' };
  await services.putDevice('RVZ-1', { subscriptionId: shop.subscriptionId, ...bought });
  down('records');
  const { status } = await owner.send(listRepairs, { method: 'GET', path: '/api', params: { serial: 'RVZ-1' } });
  expect(status).toBe(200);
  const issue = { serialNumber: 'RVZ-1', issues: ['その他の不具合'], additionalInfo: '-', deviceType: 'purchased' };
  expect((await owner.post(requestRepair, issue)).body).toMatchObject({ request: { state: 'accepted' } });
  services.clearFaults();
  minutes(5);
  await doTasks();
  expect(await services.requestRecords()).toHaveLength(1);
});

walk('Job mirror-devices', 'an app is in maintenance: nothing to do, the next run misses nothing', async (section) => {
  await addDevices(1, 2);
  await run();
  minutes(10);
  await change(1, { status: '返却' });
  services.inject((service) => (service === 'records' ? refusal(403, section.says('GAIA_NO02')) : 'pass'));
  await expect(run()).rejects.toThrow();
  section.says('nothing: an app is in maintenance mode');
  services.clearFaults();
  minutes(10);
  await run();
  expect(await statusOf(1)).toBe('返却');
});

describe.each([
  [520, 'GAIA_IA02'],
  [403, 'GAIA_AP15'],
  [403, 'GAIA_NO01'],
  [404, 'GAIA_AP01'],
  [400, 'GAIA_IL23'],
])('token, right, number or guest space (%i %s)', (status, code) => {
  walk(
    'Job mirror-devices',
    `${code}: the log says it, nothing is lost, and the next run reads all`,
    async (section) => {
      await addDevices(1, 2);
      await run();
      minutes(10);
      await change(1, { status: '返却' });
      services.inject((service) => (service === 'records' ? refusal(status, section.says(code)) : 'pass'));
      await expect(run()).rejects.toMatchObject({ name: 'Unavailable' });
      expect(log.text()).toMatch(new RegExp(`${section.says('an app could not be mirrored')}.*${code}`));
      expect(await mirrored()).toHaveLength(2);
      services.clearFaults();
      minutes(10);
      await run();
      expect(await statusOf(1)).toBe('返却');
    },
  );
});

describe.each([
  ['is a lookup', { lookup: { relatedApp: { app: '1' }, relatedKeyField: 'serialNumber' } }, undefined],
  ['takes only', { maxLength: '10' }, { maxLength: '255' }],
  ['prohibits duplicates', { unique: true }, { unique: false }],
])('a setting of the requests app: %s', (words, setting, undone) => {
  walk('Job mirror-devices', `${words}: an error names the field, until the setting is undone`, async (section) => {
    section.says(words);
    section.says('undo that setting in the requests app');
    const serialNumber = { type: 'SINGLE_LINE_TEXT', code: 'serialNumber', label: 'serialNumber' };
    const set = async (more: object) => {
      const app = defaultAppIds.requests;
      const properties = { serialNumber: { ...serialNumber, ...more } } as never;
      await services.kintone.app.updateFormFields({ app, properties });
      await services.kintone.app.deployApp({ apps: [{ app }] });
      for (let done = false; !done;)
        done = (await services.kintone.app.getDeployStatus({ apps: [app] })).apps[0]?.status === 'SUCCESS';
    };
    await set(setting);
    await run();
    expect(log.text()).toMatch(new RegExp(`^error .*the field serialNumber ${words}`, 'm'));
    if (!undone) return;
    minutes(10);
    await set(undone);
    minutes(10);
    await run();
    expect(log.text().match(new RegExp(words, 'g'))).toHaveLength(1);
  });
});

walk('Job mirror-devices', 'a record is malformed: the line names it, and it comes once corrected', async (section) => {
  await addDevices(1, 2);
  await change(2, { stripeSubscriptionId: 'x'.repeat(101) });
  await run();
  expect(log.text()).toContain(section.says('a malformed record was skipped'));
  section.says('correct the record that the line names in Kintone');
  await services.kintone.record.updateRecord({
    app: defaultAppIds.devices,
    id: 2,
    record: fieldsOf({ stripeSubscriptionId: 'sub_1' }),
  });
  minutes(10);
  await run();
  expect(await mirrored()).toHaveLength(2);
});

walk(
  'Job mirror-repairs',
  'Kintone is down: the run fails; repairs stay as they were, and follow later',
  async (section) => {
    section.says('Repairs and work records are as old as their last good sync');
    const open = { serialNumber: 'RVZ-1', 日時: '2026-12-01T01:00:00Z', 修理項目: '異音がする', 修理完了フラグ: '0' };
    const { id } = await services.kintone.record.addRecord({
      app: defaultAppIds.repairs,
      record: fieldsOf(open),
    });
    await runJob(mirrorRepairs);
    await services.kintone.record.updateRecord({
      app: defaultAppIds.repairs,
      id,
      record: fieldsOf({ 修理完了フラグ: '1' }),
    });
    minutes(10);
    down('records');
    await expect(runJob(mirrorRepairs)).rejects.toThrow();
    expect(await listRepairsOf('RVZ-1')).toMatchObject([{ completed: false }]);
    services.clearFaults();
    await runJob(mirrorRepairs);
    expect(await listRepairsOf('RVZ-1')).toMatchObject([{ completed: true }]);
  },
);

walk('Renewing secrets', 'Kintone’s token: after five minutes the second one is sent', async (section) => {
  await addDevices(1, 1);
  await run();
  const { SecretString = '' } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: 'records' }),
  );
  const { apiToken } = JSON.parse(SecretString) as Record<string, string>;
  await section.run('aws secretsmanager put-secret-value --secret-id portal-STAGE-records', {
    TOKENS: `${apiToken},the-second-token`,
  });
  section.says('wait five minutes, then delete the first');
  minutes(10);
  await change(1, { status: '返却' });
  // The first token is deleted: Kintone knows the second one alone.
  services.inject((service, _, { headers }) =>
    service !== 'records' || headers['x-cybozu-api-token']?.includes('the-second-token')
      ? 'pass'
      : refusal(520, 'GAIA_IA02'),
  );
  await run();
  expect(await statusOf(1)).toBe('返却');
});
