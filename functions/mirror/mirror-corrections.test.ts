import { defaultAppIds } from '#shared/model/record-system';
import { listDevicesUnder } from '#functions/devices/devices-table';
import { logger } from '#functions/platform/logger';
import { deviceRecords, fieldsOf, isPage, serial } from '#functions/testing/device-records';
import { startRequestServices } from '#functions/testing/request-services';
import { walk } from '#functions/testing/runbook';
import { testServices } from '#functions/testing/test-services';
import type { Fault } from '../../local/testing/functions';
import { syncDevices } from './calls';

const services = testServices(startRequestServices);
const { run, minutes, addDevices, change, statusOf } = deviceRecords(services);
const app = defaultAppIds.devices;

let errorLog: jest.SpyInstance;

describe('serial numbers that the staff correct', () => {
  const devicesOf = async (number: string) => listDevicesUnder([`sub_${number}`, `cus_${number}`]);
  const owners = async () => {
    const listed = await Promise.all(['1', '2'].map(devicesOf));
    return listed.map((devices) => devices.map(({ device }) => device.serialNumber));
  };
  beforeEach(async () => {
    await addDevices(1, 1, { serialNumber: 'A', stripeSubscriptionId: 'sub_1' });
    await addDevices(2, 1, { serialNumber: 'B', stripeSubscriptionId: 'sub_2' });
    await run();
    minutes(10);
  });
  const rename = (id: number, serialNumber: string) =>
    services.kintone.record.updateRecord({ app, id, record: fieldsOf({ serialNumber }) });
  const swap = async (): Promise<void> => {
    await rename(1, 'C');
    await rename(2, 'A');
    await rename(1, 'B');
  };

  test('crosswise: each owner has the right device after the next run, and never a stranger’s', async () => {
    await swap();
    await run();
    expect(await owners()).toEqual([['B'], ['A']]);
  });

  test('crosswise: the button shows it at once', async () => {
    await swap();
    const owner = await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
    expect((await owner.post(syncDevices)).status).toBe(200);
    expect(await owners()).toEqual([['B'], ['A']]);
  });

  test('a page was read before the correction: the present holder is asked for, and stays', async () => {
    await rename(1, 'D');
    await rename(1, 'A');
    let pages = 0;
    services.inject(async (service, _operation, { url }): Promise<Fault> => {
      // After the page is read, and before it is written, both are corrected and the button mirrors that.
      if (service === 'dynamodb' && pages === 1) {
        pages = 2;
        await swap();
        await services.putDevice('A', { subscriptionId: 'sub_2', recordId: 2, revision: 2 });
        await services.putDevice('B', { subscriptionId: 'sub_1', recordId: 1, revision: 5 });
      }
      if (service === 'records' && isPage(url)) pages += 1;
      return 'pass';
    });
    await run();
    expect(await owners()).toEqual([['B'], ['A']]);
  });

  test('a freed number goes to an older record: the device moves with the next run', async () => {
    await rename(2, 'Z');
    await rename(1, 'B');
    await run();
    expect(await owners()).toEqual([['B'], ['Z']]);
  });

  test('a freed number is typed with a blank: the device moves with the next run', async () => {
    await rename(1, 'Z');
    await rename(2, 'A ');
    await run();
    expect(await owners()).toEqual([['Z'], ['A']]);
  });

  test('two records with one number, each with another blank: the mirror’s own stays, run after run', async () => {
    await rename(1, 'A ');
    await rename(2, ' A');
    await run();
    expect(await owners()).toEqual([['A'], []]);
    minutes(24 * 60);
    await run();
    expect(await owners()).toEqual([['A'], []]);
  });

  test('two records with one number, one of them with a blank: the one without has it, run after run', async () => {
    await rename(2, 'A ');
    await run();
    expect(await owners()).toEqual([['A'], []]);
    minutes(24 * 60);
    await run();
    expect(await owners()).toEqual([['A'], []]);
  });

  test('typed with blanks or in full width: the same number and subscription', async () => {
    await services.kintone.record.updateRecord({
      app,
      id: 1,
      record: fieldsOf({ serialNumber: 'A ', stripeSubscriptionId: ' ｓub_2　' }),
    });
    await run();
    expect(await owners()).toEqual([[], ['A', 'B']]);
  });
});

describe('changes that the record system does not date', () => {
  const form = (properties: object) => services.kintone.app.updateFormFields({ app, properties }).then(() => deploy());
  const deploy = async (): Promise<void> => {
    await services.kintone.app.deployApp({ apps: [{ app }] });
    for (let done = false; !done;)
      done = (await services.kintone.app.getDeployStatus({ apps: [app] })).apps[0]?.status === 'SUCCESS';
  };
  const errors = () => errorLog.mock.calls.map((line) => JSON.stringify(line));
  beforeEach(async () => {
    errorLog = jest.spyOn(logger, 'error').mockClear();
    await addDevices(1, 3);
    await run();
    minutes(10);
  });

  walk(
    'Job mirror-devices',
    'a renamed field: the run fails and names it; named back, all goes on',
    async (section) => {
      section.says('name the field back in Kintone');
      const warned = jest.spyOn(logger, 'warn');
      await change(1, { status: '返却' });
      await form({ stripeSubscriptionId: { type: 'SINGLE_LINE_TEXT', code: '契約', label: '契約' } });
      await expect(run()).rejects.toMatchObject({
        cause: { message: expect.stringContaining('stripeSubscriptionId') },
      });
      section.says('the field … is missing');
      const cause = expect.objectContaining({ message: expect.stringMatching(/the field .* is missing/) });
      expect(warned).toHaveBeenCalledWith(
        section.says('an app could not be mirrored'),
        expect.objectContaining({ error: expect.objectContaining({ cause }) }),
      );
      expect(await listDevicesUnder(['sub_1'])).toHaveLength(3);
      await form({ 契約: { type: 'SINGLE_LINE_TEXT', code: 'stripeSubscriptionId', label: '契約' } });
      minutes(10);
      await run();
      expect((await listDevicesUnder(['sub_1']))[0]).toMatchObject({ device: { status: '返却' } });
    },
  );

  walk(
    'Job mirror-devices',
    'a renamed option: after the night the new word is shown, and an error says so',
    async (section) => {
      section.says('until then the portal shows the new word');
      const options = { 出荷: { label: '発送', index: '0' }, 返却: { label: '返却', index: '1' } };
      await form({ status: { type: 'DROP_DOWN', options } });
      minutes(24 * 60);
      await expect(run()).resolves.toMatchObject({ finished: true, changed: 3 });
      expect(await statusOf(1)).toBe('発送');
      expect(errors()).toEqual([expect.stringContaining(`${section.says('lacks the options')} 出荷`)]);
      minutes(10);
      await expect(run()).resolves.toMatchObject({ changed: 0 });
      expect(errors()).toHaveLength(2);
    },
  );

  test('an item of the mirror is wrong at the same revision: right again after the night', async () => {
    await services.putDevice(serial(1), { subscriptionId: 'sub_9', recordId: 1, revision: 1 });
    await run();
    expect(await listDevicesUnder(['sub_9'])).toHaveLength(1);
    minutes(24 * 60);
    await expect(run()).resolves.toMatchObject({ changed: 1 });
    expect([await listDevicesUnder(['sub_9']), await listDevicesUnder(['sub_1'])]).toMatchObject([[], [{}, {}, {}]]);
  });

  walk('Job mirror-devices', 'a field that every request would lack: an error names it', async (section) => {
    section.says('undo that setting in the requests app');
    await services.kintone.app.addFormFields({
      app: defaultAppIds.requests,
      properties: { 担当者: { type: 'SINGLE_LINE_TEXT', code: '担当者', label: '担当者', required: true } },
    });
    await services.kintone.app.deployApp({ apps: [{ app: defaultAppIds.requests }] });
    await run();
    expect(errors()).toEqual([expect.stringContaining('the field 担当者 is required')]);
  });

  test('the app is in maintenance: the run fails, requests are read, the next run misses nothing', async () => {
    services.records.inMaintenance.add(app);
    await change(1, { status: '返却' }).catch(() => {});
    services.operations.length = 0;
    await expect(run()).rejects.toMatchObject({ name: 'Unavailable' });
    services.records.inMaintenance.clear();
    await change(1, { status: '返却' });
    await expect(run()).resolves.toMatchObject({ changed: 1 });
  });
});
