import { formFields } from '#emulators/kintone/testing';
import { fieldsWith, formFaults } from './record-form';
import { appWith } from './record-settings';
import { recordApps } from './record-system';

test.each([
  [true, []],
  [false, ['the field ステータス is off: switch process management on']],
])('process management holds the stage of requests (on: %s): %j', (enabled, faults) => {
  const { codes } = appWith('requests', { requests: { fields: { stage: 'ステータス' } } });
  const fields = fieldsWith('requests', codes);
  const found = {
    ...formFields(fields),
    ステータス: { type: 'STATUS', code: 'ステータス', label: 'ステータス', enabled },
  } as unknown as Parameters<typeof formFaults>[2];
  expect(formFaults(recordApps.requests, fields, found)).toEqual({ missing: [], lacking: [], others: faults });
});

test.each([
  ['is calculated', 'reason', { reason: { type: 'SINGLE_LINE_TEXT', expression: 'notes & "様"' } }],
  [
    'is filled by the lookup 顧客コード',
    'shopAddress',
    {
      顧客コード: {
        type: 'SINGLE_LINE_TEXT',
        lookup: { fieldMappings: [{ field: 'shopAddress', relatedField: '住所' }] },
      },
    },
  ],
])('a field that takes no value: it %s', (words, code, more) => {
  const fields = fieldsWith('requests', appWith('requests', {}).codes);
  const found = { ...formFields(fields), ...more } as unknown as Parameters<typeof formFaults>[2];
  const others = [`the field ${code} ${words}: what the portal writes is lost or refused`];
  expect(formFaults(recordApps.requests, fields, found)).toMatchObject({ missing: [], others });
});
