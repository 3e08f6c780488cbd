import { testShopWithDevices } from '#functions/testing/shop-with-devices';
import { holdBack } from '#functions/testing/hold-back';
import { readDevices, readLocks } from '#functions/devices/devices-table';
import type { DeviceItem } from '#functions/devices/items';
import { putDevice } from '#functions/mirror/mirror-table';
import { applyMovements, followDevices, renameInMovements } from './advance';
import { withdrawMovement } from './calls';

/** The staff correct the serial number of a device that its owner sends back or exchanges. */
const { services, current, setDevice, setStage, settle, giveBack, exchange, send, end, opened, words } =
  testShopWithDevices();

const corrected = { serialNumber: 'RVZ-10' };

test('a return names it: it is asked for and collected once, and closes as it is back', async () => {
  await giveBack('RVZ-1');
  await settle();
  await setDevice('RVZ-1', corrected);
  await settle();
  expect(await words()).toEqual(['return 1 RVZ-10']);
  expect(await exchange('RVZ-10')).toMatchObject({ status: 409, body: { code: 'DEVICE_LOCKED' } });
  await end();
  expect(await words()).toEqual(['ended 1 RVZ-2', 'return 1 RVZ-10']);
  await setDevice('RVZ-10', { status: '返却' });
  await settle();
  expect(await words()).toEqual(['ended 1 RVZ-2']);
  expect((await readLocks(['RVZ-1'])).get('RVZ-1')?.state).toBe('done');
});

test('a device of an end is corrected, and both come back: its collection closes', async () => {
  await end();
  await setDevice('RVZ-1', corrected);
  await settle();
  for (const serial of ['RVZ-10', 'RVZ-2']) await setDevice(serial, { status: '返却' });
  await settle();
  expect(await words()).toEqual([]);
});

test('corrected while another device of its movement comes back: it is named by the new number', async () => {
  await end();
  const [ended] = await opened();
  await applyMovements([{ requestId: ended?.movementId ?? '', stage: '輸送中' }]);
  const device = (await readDevices(['RVZ-2'])).get('RVZ-2') as DeviceItem;
  await putDevice({ ...device, revision: device.revision + 1, status: '返却' }, device);
  const hold = holdBack(services, 0);
  const following = followDevices(current.shop.customerId);
  const held = hold(following);
  expect(await held.reached).toBe(true);
  services.clearFaults();
  await renameInMovements(current.shop.customerId, 'RVZ-1', 'RVZ-10');
  held.release();
  await following;
  expect(await words()).toEqual(['ended 2 RVZ-10']);
});

test('as it arrives, in one change with its new state: its return closes', async () => {
  await giveBack('RVZ-1', { alsoReduce: true });
  await settle();
  await setDevice('RVZ-1', { ...corrected, status: '返却' });
  await settle();
  expect(await words()).toEqual([]);
});

test('an exchange that has not begun, corrected twice: its owner withdraws it, and may ask anew', async () => {
  await exchange('RVZ-1');
  await settle();
  for (const [from, to] of [
    ['RVZ-1', 'RVZ-11'],
    ['RVZ-11', 'RVZ-10'],
  ] as const) {
    await setDevice(from, { serialNumber: to });
    await settle();
  }
  const [movement] = await opened();
  expect(movement?.serialNumbers).toEqual(['RVZ-10']);
  expect((await send(withdrawMovement, movement?.movementId ?? '')).status).toBe(200);
  expect((await readLocks(['RVZ-1'])).get('RVZ-1')?.state).toBe('cancelled');
  expect((await exchange('RVZ-10')).status).toBe(200);
});

test('another open movement names the new number already: it is not named twice', async () => {
  for (const serial of ['RVZ-1', 'RVZ-2']) await giveBack(serial);
  await renameInMovements(current.shop.customerId, 'RVZ-1', 'RVZ-2');
  expect(await words()).toEqual(['return 1 RVZ-1', 'return 1 RVZ-2']);
});

test('the record of an exchanged device gets the number of the other one: that one does not go back', async () => {
  await exchange('RVZ-1');
  await settle();
  const [movement] = await opened();
  await setStage(movement?.movementId ?? '', '箱発送');
  await setDevice('RVZ-1', corrected);
  await settle();
  expect(await words()).toEqual(['exchange 1 RVZ-1']);
  await setStage(movement?.movementId ?? '', '完了');
  await settle();
  expect(await words()).toEqual([]);
});
