import { returnDevice } from '#functions/requests/calls';
import { testDeviceRequests } from '#functions/testing/device-requests';
import { doTasks } from '#functions/testing/task-queue';
import { applyMovements } from '#functions/movements/advance';
import { meaningOf } from '#functions/devices/request-states';
import { moveRequest } from '#functions/devices/requests-table';

const { services, current, ask, later, waiting, stateOf, only } = testDeviceRequests();

const moveToStage = (lock: Parameters<typeof moveRequest>[0], stage: Parameters<typeof meaningOf>[0]) =>
  moveRequest(lock, meaningOf(stage).request);

const lockOf = async () =>
  (await services.items('DEVICE#RVZ-1')).find((item) => item['sk'] === 'LOCK') as {
    requestId: string;
    requestedAt: number;
    serialNumber: string;
    lockUntil: number;
  };

const closeMovement = ({ requestId }: { requestId: string }) => applyMovements([{ requestId, stage: '完了' }]);

test('the request moves on, never back, and 完了 ends the lock', async () => {
  await ask();
  await doTasks();
  const lock = await lockOf();
  expect(await moveToStage(lock, '受付')).toBe(false);
  expect(await moveToStage(lock, '対応中')).toBe(true);
  expect(await stateOf()).toEqual(['in_work', 'in_work']);
  expect(await moveToStage(lock, '完了')).toBe(true);
  await closeMovement(lock);
  expect(await moveToStage(lock, '対応中')).toBe(false);
  expect(await stateOf()).toEqual(['done', 'done']);
  expect((await lockOf()).lockUntil).toBe(services.clock.now() / 1000);
  services.clock.advance(60_000);
  expect(
    await current.owner.send(returnDevice, {
      method: 'POST',
      path: '/api',
      body: { serialNumber: 'RVZ-1', stripeSubscriptionId: 'sub_1', reason: '店舗閉店' },
    }),
  ).toMatchObject({ status: 200 });
});

test('a late record: the stage stays', async () => {
  only('records', 'down');
  await ask();
  await doTasks();
  expect(await moveToStage(await lockOf(), '対応中')).toBe(true);
  services.clearFaults();
  await later();
  expect(await stateOf()).toEqual(['in_work', 'in_work']);
  expect(await waiting()).toEqual([]);
});

test('a newer lock of the device: it stays', async () => {
  await ask();
  await doTasks();
  const old = await lockOf();
  await closeMovement(old);
  services.clock.advance(15 * 86_400_000);
  await current.owner.send(returnDevice, {
    method: 'POST',
    path: '/api',
    body: { serialNumber: 'RVZ-1', stripeSubscriptionId: 'sub_1', reason: '店舗閉店' },
  });
  await doTasks();
  const newer = await lockOf();
  expect(await moveToStage(old, '完了')).toBe(true);
  expect(await lockOf()).toEqual(newer);
  expect(await stateOf()).toEqual(['delivered', 'done', 'delivered']);
});
