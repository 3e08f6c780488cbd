import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { defaultAppIds, type RecordAppKey } from '#shared/model/record-system';
import { StillClock } from '#emulators/platform';
import { apiToken, secret, serveRecords } from '../../local/kintone/testing/serve-records';
import { checkRecords, expectedApps } from './check/check-records';
import { makeApp, planApps } from './records';

let system: Awaited<ReturnType<typeof serveRecords>>;
beforeEach(async () => {
  system = await serveRecords(new StillClock(Date.parse('2027-01-15T03:00:00Z')));
});
afterEach(() => system.close());

const atOnce = (): Promise<void> => Promise.resolve();
const settingsOf = (ids: Partial<Record<RecordAppKey, string>>) =>
  Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, { id }]));
/** The domain as it is without apps of these names. */
async function renameAll(): Promise<void> {
  for (const id of Object.values(defaultAppIds)) system.emulator.renameApp(id, `旧${id}`);
}

test('a domain without apps: created as check wants them, and a second run does nothing', async () => {
  await renameAll();
  const plans = await planApps(system.client, {});
  expect(plans.map(({ id }) => id)).toEqual(Array.from({ length: 4 }, () => undefined));
  expect((await system.client.app.getApps({})).apps).toHaveLength(4); // planning changed nothing
  const ids: Partial<Record<RecordAppKey, string>> = {};
  for (const plan of plans) ids[plan.key] = await makeApp(system.client, plan, {}, atOnce);

  for (const [key, id] of Object.entries(ids))
    system.emulator.tokenRights.set(id, key === 'requests' ? ['view', 'add'] : ['view']);
  const tokens = Object.values(ids).map((id) => `${secret}-${id}`);
  const findings = await checkRecords(system.clientOf(tokens.join(',')), expectedApps(settingsOf(ids)));
  expect(findings.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  const { rights } = await system.client.app.getAppAcl({ app: ids.requests ?? '', preview: true });
  expect(rights[1]).toMatchObject({ entity: { code: 'everyone' }, appEditable: false, recordDeletable: false });

  const again = await planApps(system.client, settingsOf(ids));
  expect(again).toEqual(again.map((plan) => ({ ...plan, missing: [], faults: [] })));
  // By their names, too, before their numbers are in the settings.
  expect((await planApps(system.client, {})).map(({ id }) => id)).toEqual(Object.values(ids));
});

test('an app that lacks a field: it is added, its own settings stay and are reported', async () => {
  const { requests: app } = defaultAppIds;
  await system.client.app.deleteFormFields({ app, fields: ['notes'] });
  await system.client.app.updateFormFields({
    app,
    properties: { shopName: { type: 'SINGLE_LINE_TEXT', required: true } },
  });
  await system.client.app.deployApp({ apps: [{ app }] });
  await system.client.app.getDeployStatus({ apps: [app] });
  const plan = (await planApps(system.client, {})).find(({ key }) => key === 'requests')!;
  expect(plan).toMatchObject({ id: app, missing: [{ code: 'notes' }], faults: [expect.stringContaining('shopName')] });
  await makeApp(system.client, plan, {}, atOnce);
  const { properties } = await system.client.app.getFormFields({ app });
  expect([properties['notes']?.type, properties['shopName']]).toEqual([
    'MULTI_LINE_TEXT',
    expect.objectContaining({ required: true }),
  ]);
});

test('a guest space: the apps are made in its default thread, and found again there', async () => {
  await system.close();
  system = await serveRecords(new StillClock(Date.parse('2027-01-15T03:00:00Z')), '7');
  await renameAll();
  const ids: Partial<Record<RecordAppKey, string>> = {};
  for (const plan of await planApps(system.client, {}))
    ids[plan.key] = await makeApp(system.client, plan, { guestSpace: '7' }, atOnce);
  for (const id of Object.values(ids)) system.emulator.tokenRights.set(id, ['view', 'add']);
  const tokens = Object.values(ids).map((id) => `${secret}-${id}`);
  const findings = await checkRecords(system.clientOf(tokens.join(',')), expectedApps(settingsOf(ids)));
  expect(findings.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
  expect((await planApps(system.client, {})).map(({ id }) => id)).toEqual(Object.values(ids));
});

test('a guest space that the stage does not name: refused, and nothing is made', async () => {
  await system.close();
  system = await serveRecords(new StillClock(Date.parse('2027-01-15T03:00:00Z')), '7');
  const outside = new KintoneRestAPIClient({ baseUrl: system.baseUrl, auth: { username: 'staff', password: secret } });
  await expect(planApps(outside, {})).rejects.toMatchObject({ code: 'GAIA_IL23' });
});

test('API tokens may not create apps: refused', async () => {
  await expect(planApps(system.clientOf(apiToken), {})).rejects.toMatchObject({ code: 'GAIA_NO01' });
});
