import { deviceRequestKindNames, deviceRequestKinds, endsRequest, whyNot } from './device-request';
import { recordApps } from './record-system';

const shipped = { status: '出荷', deviceCategory: null, subscriptionRentalAvailability: null };
const rented = { ...shipped, deviceCategory: 'サブスク' };
const sold = { ...shipped, deviceCategory: '購入機材', subscriptionRentalAvailability: '販売済' };
const neither = { ...shipped, deviceCategory: '代替え機' };
const returned = { ...rented, status: '返却' };
const lost = { ...rented, status: '紛失' };

const expected = {
  return: [undefined, 'not-rented', 'not-rented', 'returned', 'not-shipped'],
  exchange: [undefined, 'not-rented', 'not-rented', 'returned', 'not-shipped'],
  repair: ['not-sold', undefined, 'not-sold', 'returned', 'not-shipped'],
};

test.each(deviceRequestKindNames)('%s: possible for the devices that it is meant for', (kind) => {
  expect([rented, sold, neither, returned, lost].map((device) => whyNot(kind, device))).toEqual(expected[kind]);
});

test('a device without a status: not a returned one', () => {
  expect(whyNot('return', { ...rented, status: null })).toBeUndefined();
});

test('a returned device ends its return or exchange, and no other request; a device at its shop ends none', () => {
  expect(deviceRequestKindNames.filter((kind) => endsRequest(kind, returned))).toEqual(['return', 'exchange']);
  expect(deviceRequestKindNames.filter((kind) => endsRequest(kind, rented))).toEqual([]);
});

test('the staff’s app accepts the label of every kind', () => {
  const labels = Object.values(deviceRequestKinds).map(({ label }) => label);
  expect(recordApps.requests.fields.kind.options).toEqual(expect.arrayContaining(labels));
});
