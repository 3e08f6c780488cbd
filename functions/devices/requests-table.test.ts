import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { startRequestServices } from '#functions/testing/request-services';
import { testServices } from '#functions/testing/test-services';
import { documents } from '#functions/platform/dynamodb/items';
import { writeAll } from '#functions/platform/dynamodb/transaction';
import { acceptanceWrites, moveRequest, type Acceptance, type RequestItem } from './requests-table';

const services = testServices(startRequestServices);

beforeEach(async () => {
  await services.putDevice('RVZ-1', { subscriptionId: 'sub_1', recordId: 7, revision: 3 });
});
afterEach(() => void jest.restoreAllMocks());

const request: RequestItem = {
  requestId: 'id-1',
  receiptNumber: 'R-1',
  kind: 'return',
  state: 'accepted',
  serialNumber: 'RVZ-1',
  requestedAt: 1_800_000_000,
  requestedUnder: 'sub_1',
  customerId: 'cus_1',
  reason: 'その他',
};
const acceptance: Acceptance = {
  device: { recordId: 7, revision: 3, subscriptionId: 'sub_1' },
  request,
  lockUntil: 1_800_000_600,
  insteadOfLock: undefined,
};
const acceptRequest = (asked: Acceptance): Promise<boolean> => writeAll(acceptanceWrites(asked));
const writtenBeside = async () => (await services.items('DEVICE')).filter((item) => item['sk'] !== 'RECORD').length;

test.each<[string, Partial<Acceptance>]>([
  ['the mirror has a later revision of the device', { device: { ...acceptance.device, revision: 2 } }],
  ['the serial number has another record', { device: { ...acceptance.device, recordId: 6 } }],
  ['the device is found elsewhere by now', { device: { ...acceptance.device, subscriptionId: 'sub_2' } }],
])('nothing is written if %s', async (_what, change) => {
  expect(await acceptRequest({ ...acceptance, ...change })).toBe(false);
  expect(await writtenBeside()).toBe(0);
});

test('an accepted request: lock and request are written together', async () => {
  expect(await acceptRequest(acceptance)).toBe(true);
  expect(await writtenBeside()).toBe(2);
});

test('the lock of another request is replaced only if it is the one named as not applying to this owner', async () => {
  await acceptRequest(acceptance);
  const second = { ...acceptance, request: { ...request, requestId: 'id-2' } };
  expect(await acceptRequest(second)).toBe(false);
  expect(await acceptRequest({ ...second, insteadOfLock: 'id-0' })).toBe(false);
  expect(await acceptRequest({ ...second, insteadOfLock: 'id-1' })).toBe(true);
  expect((await services.items('DEVICE')).find((item) => item['sk'] === 'LOCK')).toMatchObject({
    requestId: 'id-2',
    requestedUnder: 'sub_1',
  });
});

/** DynamoDB's error while another transaction works on the same items; the emulator never returns it. */
const meetAnother = (): never => {
  throw new TransactionCanceledException({
    $metadata: {},
    message: 'conflict',
    CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }],
  });
};

test('a conflict with another transaction: tried again', async () => {
  jest.spyOn(documents, 'send').mockImplementationOnce(meetAnother);
  expect(await acceptRequest(acceptance)).toBe(true);
});

test('endless conflicts: an outage, nothing is accepted and nothing moves', async () => {
  await acceptRequest(acceptance);
  jest.spyOn(documents, 'send').mockImplementation(meetAnother);
  await expect(acceptRequest(acceptance)).rejects.toThrow('conflict');
  await expect(moveRequest(request, 'delivered')).rejects.toThrow('conflict');
});

test('a request that does not exist: not moved', async () => {
  expect(await moveRequest(request, 'delivered')).toBe(false);
});
