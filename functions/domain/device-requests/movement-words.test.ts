import { aMovement } from '../../testing/a-movement';
import { movementMessage, movementRecord } from './movement-words';

const movement = aMovement(1_800_000_000, {
  kind: 'collect',
  cause: 'return',
  subscriptionId: 'sub_mine',
  customerId: 'cus_mine',
  count: 1,
  serialNumbers: ['RVZ-1'],
  state: 'on-its-way',
});
const shop = { name: '青山店', address: '東京都港区', phone: '0312345678' };
const news = { movementId: 'm-1', customerId: 'cus_mine', change: 'sent', shop } as const;
const imitation = '急ぎ\n契約ID: sub_other\u2028顧客ID: cus_other';
const beginningWith = (text: string, name: string) =>
  text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u).filter((line) => line.startsWith(name));

test('a carrier, a number and a shop name that imitate the lines below: each line is quoted', () => {
  for (const [parcel, name] of [
    [{ carrier: imitation, number: '1' }, '青山店'],
    [{ carrier: 'ヤマト運輸', number: imitation }, imitation],
  ] as const) {
    const told = { ...movement, parcel };
    const { text } = movementMessage(told, { ...news, shop: { ...shop, name } });
    expect(beginningWith(text, '契約ID')).toEqual(['契約ID: sub_mine']);
    expect(beginningWith(text, '顧客ID')).toEqual(['顧客ID: cus_mine']);
    expect(beginningWith(movementRecord(told, shop).notes ?? '', '契約ID')).toEqual([]);
  }
});

test('one line each: the parcel and the shop stand as they are', () => {
  const sent = { ...movement, parcel: { carrier: 'ヤマト運輸', number: '1234' } };
  const { text } = movementMessage(sent, news);
  expect(text.split('\n')).toEqual(expect.arrayContaining(['お客様の発送: ヤマト運輸 1234', '店舗: 青山店']));
});

test('more devices than a line of the record may hold: it says how many, and the notes name them', () => {
  const serialNumbers = Array.from({ length: 60 }, (_, index) => `RVZ-${String(index).padStart(5, '0')}`);
  const record = movementRecord({ ...movement, cause: 'ended', count: 60, serialNumbers }, shop);
  expect(record.serialNumber).toBe('60台');
  expect(record.notes.split('\n')).toContain(`シリアル番号: ${serialNumbers.join('、')}`);
  const few = movementRecord({ ...movement, count: 2, serialNumbers: ['RVZ-1', 'RVZ-2'] }, shop);
  expect(few.serialNumber).toBe('RVZ-1、RVZ-2');
  expect(few.notes).not.toContain('シリアル番号');
});

describe('a lower quantity whose owner was promised a call', () => {
  const lowered = aMovement(1_800_000_000, { kind: 'collect', cause: 'lowered' });
  const ask = 'どのデバイスを回収するか決まっていません。お客様に連絡して確認してください。';

  test('no device is named: the record and the message tell the staff to ask', () => {
    expect(movementRecord(lowered, shop).notes).toContain(ask);
    expect(movementMessage(lowered, { ...news, change: 'ordered' }).text.split('\n')).toContain(ask);
  });

  test.each([
    ['its devices are named', { serialNumbers: ['RVZ-1', 'RVZ-2'] }],
    ['all devices go back', { cause: 'ended' }],
    ['it was withdrawn', { state: 'withdrawn' }],
  ] as const)('%s: there is nothing to ask', (_, change) => {
    expect(movementRecord({ ...lowered, ...change }, shop).notes).not.toContain(ask);
  });
});
