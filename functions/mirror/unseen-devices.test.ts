import { startRequestServices } from '#functions/testing/request-services';
import { testServices } from '#functions/testing/test-services';
import { listRepairs } from '#functions/devices/calls';

const services = testServices(startRequestServices);

// A serial number is easily guessed. With fewer reads for an unknown one, the time tells which devices exist.
test('another owner’s device and one that does not exist: the same response by the same reads', async () => {
  await services.createOwner({ customerId: 'cus_1', subscriptionId: 'sub_1' });
  const stranger = await services.createOwner({ customerId: 'cus_2', subscriptionId: 'sub_2' });
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1' });
  const look = async (serial: string) => {
    services.operations.length = 0;
    const request = { method: 'GET', path: '/api/devices/x/repair-history', params: { serial } };
    const { status, body } = await stranger.send(listRepairs, request);
    return { status, code: (body as { code: string }).code, operations: [...services.operations] };
  };
  const unknown = await look('RVZ-2');
  expect(unknown).toMatchObject({ status: 404, code: 'DEVICE_NOT_FOUND' });
  expect(await look('RVZ-1')).toEqual(unknown);
});
