import { formFields } from '../../local/records/form-fields';
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
