import type { RequestItem } from '../../adapters/devices-table/requests';
import { staffMessage } from './staff-message';

const request: RequestItem = {
  requestId: 'r-1',
  serialNumber: 'RVZ-1',
  receiptNumber: 'R-1',
  kind: 'return',
  requestedAt: 1_800_000_000,
  userId: 'u-1',
  subscriptionId: 'sub_mine',
  customerId: 'cus_mine',
  state: 'accepted',
  reason: '台数削減',
  notes: '入口に置いてあります',
  shop: { name: '青山店', address: '東京都港区', phone: '0312345678' },
};
const lines = (change: Partial<RequestItem>): string[] => staffMessage({ ...request, ...change }).text.split('\n');

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
    const text = staffMessage({
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
