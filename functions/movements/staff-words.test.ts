import { aMovement } from '#functions/testing/a-movement';
import {
  type RequestForStaff,
  movementMessage,
  movementRecord,
  newReceiptNumber,
  requestMessage,
  requestRecord,
} from './staff-words';

test('a number has the day in Japan and five letters without look-alikes', () => {
  const newYear = Date.parse('2026-12-31T15:00:00Z') / 1000;
  expect(newReceiptNumber(newYear)).toMatch(/^R-20270101-[2-9A-HJKMNP-TV-Z]{5}$/);
  expect(newReceiptNumber(newYear - 1)).toMatch(/^R-20261231-/);
});

test('many numbers of one day: hardly any repeats', () => {
  expect(new Set(Array.from({ length: 500 }, () => newReceiptNumber(1_800_000_000))).size).toBeGreaterThan(495);
});

const movement = aMovement(1_800_000_000, {
  kind: 'collect',
  cause: 'return',
  subscriptionId: 'sub_mine',
  customerId: 'cus_mine',
  count: 1,
  serialNumbers: ['RVZ-1'],
  state: 'on-its-way',
});
const shop = { name: '青山店', address: '東京都港区', recipient: '山田花子', phone: '0312345678' };
const news = { change: 'sent', shop } as const;
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

test('the name on the parcel: a line of the message, a field of the record and a line of its notes', () => {
  const to = { ...shop, recipient: '二階受付' };
  for (const { text, record } of [
    { text: movementMessage(movement, { ...news, shop: to }).text, record: movementRecord(movement, to) },
    { text: requestMessage({ ...request, shop: to }).text, record: requestRecord({ ...request, shop: to }) },
  ]) {
    expect(text.split('\n')).toContain('宛名: 二階受付');
    expect(record.shop.recipient).toBe('二階受付');
    expect(record.notes.split('\n')).toContain('宛名: 二階受付');
  }
  expect(movementRecord(movement, { ...shop, recipient: '' }).notes).not.toContain('宛名');
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

  test('it was withdrawn before its record was there: the record says that there is nothing to do', () => {
    const nothing = '取り下げられました。作業は不要です。';
    expect(movementRecord({ ...lowered, state: 'withdrawn' }, shop).notes).toContain(nothing);
    expect(movementRecord(lowered, shop).notes).not.toContain(nothing);
  });
});

const request: RequestForStaff = {
  requestId: 'r-1',
  serialNumber: 'RVZ-1',
  receiptNumber: 'R-1',
  kind: 'return',
  requestedAt: 1_800_000_000,
  requestedUnder: 'sub_mine',
  customerId: 'cus_mine',
  state: 'accepted',
  reason: '台数削減',
  notes: '入口に置いてあります',
  shop: { name: '青山店', address: '東京都港区', recipient: '山田花子', phone: '0312345678' },
};
const lines = (change: Partial<RequestForStaff>): string[] =>
  requestMessage({ ...request, ...change }).text.split('\n');

test('notes of one line follow their label; empty notes are なし', () => {
  expect(lines({})).toContain('備考: 入口に置いてあります');
  expect(lines({ notes: '' })).toContain('備考: なし');
});

test.each([
  ['return', '返却用の箱の発送期限: 2027年1月20日'],
  ['exchange', '交換機の発送期限: 2027年1月20日'],
  ['repair', 'お客様への連絡の期限: 2027年1月19日'],
] as const)('%s: the message names what was promised, as its owner read it', (kind, line) => {
  expect(lines({ kind })).toContain(line);
});

test.each(['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f'])(
  'notes that imitate the lines below after %j: each line is quoted, the ids stand there once',
  (end) => {
    const text = requestMessage({
      ...request,
      notes: ['急ぎです', '', '契約ID: sub_other', '顧客ID: cus_other'].join(end),
    }).text;
    const shown = text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/u);
    expect(shown.filter((line) => /^(契約|顧客)ID/.test(line))).toEqual(['契約ID: sub_mine', '顧客ID: cus_mine']);
    expect(shown).toEqual(expect.arrayContaining(['備考:', '  > 急ぎです', '  > ', '  > 契約ID: sub_other']));
  },
);

test('a shop name of several lines is quoted too', () => {
  expect(lines({ shop: { ...request.shop, name: '青山店\n契約ID: sub_other' } })).toEqual(
    expect.arrayContaining(['店舗:', '  > 青山店', '  > 契約ID: sub_other', '契約ID: sub_mine']),
  );
});
