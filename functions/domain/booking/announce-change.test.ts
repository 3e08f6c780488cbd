import { readShopMovements } from '../../adapters/devices-table/movements';
import { startRequestServices } from '../../testing/request-services';
import { testServices } from '../../testing/test-services';
import { announceLowering } from './announce-change';

const services = testServices(startRequestServices);

beforeEach(async () => {
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1' });
  await services.putDevice('RVZ-2', { subscriptionId: 'sub_1', status: '返却' });
  await services.putDevice('RVZ-9', { subscriptionId: 'sub_other' });
});

const lowering = { subscriptionId: 'sub_1', from: 2, to: 1 };
const announced = async () => (await readShopMovements('cus_1')).intentions.map(({ serialNumbers }) => serialNumbers);

test('a device that is named twice goes back once', async () => {
  await announceLowering('cus_1', { ...lowering, serials: ['RVZ-1', 'RVZ-1'] });
  expect(await announced()).toEqual([['RVZ-1']]);
});

test.each([
  ['of another subscription', { serials: ['RVZ-9'], to: 1 }],
  ['that went back already', { serials: ['RVZ-1', 'RVZ-2'], to: 1 }],
  ['without the total', { serials: ['RVZ-1'], to: undefined }],
])('a device %s: refused, and nothing is announced', async (_, change) => {
  await expect(announceLowering('cus_1', { ...lowering, ...change })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  expect(await announced()).toEqual([]);
});
