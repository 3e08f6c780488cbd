import { readShopMovements } from '../../adapters/devices-table/movements';
import { startRequestServices } from '../../testing/request-services';
import { testServices } from '../../testing/test-services';
import { announceNamed } from './announce-change';

const services = testServices(startRequestServices);

beforeEach(async () => {
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1' });
  await services.putDevice('RVZ-2', { subscriptionId: 'sub_1', status: '返却' });
  await services.putDevice('RVZ-9', { subscriptionId: 'sub_other' });
});

const announced = async () => (await readShopMovements('cus_1')).intentions.map(({ serialNumbers }) => serialNumbers);

test('a device that is named twice goes back once', async () => {
  await announceNamed('cus_1', 'sub_1', { serials: ['RVZ-1', 'RVZ-1'], total: 1 });
  expect(await announced()).toEqual([['RVZ-1']]);
});

test.each([
  ['of another contract', { serials: ['RVZ-9'], total: 1 }],
  ['that went back already', { serials: ['RVZ-1', 'RVZ-2'], total: 1 }],
  ['without the total', { serials: ['RVZ-1'], total: undefined }],
])('a device %s: refused, and nothing is announced', async (_, change) => {
  await expect(announceNamed('cus_1', 'sub_1', change)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await announced()).toEqual([]);
});
