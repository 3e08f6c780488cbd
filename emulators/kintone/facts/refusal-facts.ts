import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { requestApp } from './request-app';
import { same, type Fact } from '../../platform/facts';
import type { KintoneSandbox } from './kintone-sandbox';

const { kind, notes, serialNumber } = requestApp.fields;
const queries = 'https://cybozu.dev/ja/kintone/docs/overview/query/';
const errors = 'https://cybozu.dev/ja/kintone/docs/rest-api/overview/error/';

const wrongQueries: readonly [id: string, query: string, code: string, says: string][] = [
  ['unknown-field', '無い = "x"', 'GAIA_IQ11', 'A query with a field that the app does not have is refused.'],
  ['operator', `${kind.code} = "返却"`, 'GAIA_IQ03', 'A drop-down is asked for with in, not with =.'],
  ['unknown-option', `${kind.code} in ("‐")`, 'GAIA_IQ10', 'A query with an option that does not exist is refused.'],
  ['is-empty', `${serialNumber.code} is empty`, 'GAIA_IQ03', 'is empty is for texts of several lines, not for one.'],
  ['limit', 'limit 501', 'GAIA_QU01', 'A page has 500 records at most.'],
  ['offset', 'limit 1 offset 10001', 'GAIA_QU02', 'An offset ends at 10,000.'],
  ['syntax', '(', 'CB_VA01', 'A query that cannot be read is refused as content.'],
];

/** What Kintone refuses, and with which code (decisions/devices). */
export const refusalFacts: readonly Fact<KintoneSandbox>[] = [
  ...wrongQueries.map(([id, query, code, says]): Fact<KintoneSandbox> => ({
    id: `query-${id}`,
    says,
    page: queries,
    async check({ client, app, refusal }) {
      const refused = await refusal(client.record.getRecords({ app, query, fields: ['$id'] }));
      same('the status and code', [400, code], [refused.status, refused.code]);
    },
  })),
  {
    id: 'wrong-token',
    says: 'A token that is none is refused with GAIA_IA02.',
    page: errors,
    async check({ client, app, refusal }) {
      const other = new KintoneRestAPIClient({
        baseUrl: client.getBaseUrl() ?? '',
        auth: { apiToken: 'x'.repeat(40) },
      });
      const { code } = await refusal(other.record.getRecords({ app, query: 'limit 1' }));
      same('the code', 'GAIA_IA02', code);
    },
  },
  {
    id: 'an-old-revision',
    says: 'An update of another revision than the present one is refused with 409 GAIA_CO02.',
    page: 'https://cybozu.dev/ja/kintone/docs/rest-api/records/update-record/',
    async check({ client, app, add, refusal }) {
      const { id } = await add();
      const change = { app, id, record: { [notes.code]: { value: '二' } }, revision: 1 };
      await client.record.updateRecord(change);
      const { status, code } = await refusal(client.record.updateRecord(change));
      same('the status and code', [409, 'GAIA_CO02'], [status, code]);
    },
  },
  {
    id: 'no-record',
    says: 'A record that does not exist is refused with 404 GAIA_RE01.',
    page: errors,
    async check({ client, app, refusal }) {
      const { status, code } = await refusal(client.record.getRecord({ app, id: 999_999_999 }));
      same('the status and code', [404, 'GAIA_RE01'], [status, code]);
    },
  },
  {
    id: 'a-text-in-a-query',
    says: 'Quotes and backslashes in a text of a query are escaped by a backslash.',
    page: queries,
    async check({ client, app, add }) {
      const text = 'a"b\\c';
      const { id } = await add({ [serialNumber.code]: text });
      const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
      const query = `${serialNumber.code} in ("${escaped}")`;
      const { records } = await client.record.getRecords({ app, query, fields: ['$id'] });
      same(
        'the records',
        [id],
        records.map((found) => found['$id']?.value),
      );
    },
  },
  {
    id: 'the-form',
    says: 'The right to view records shows the form, with a revision and each field’s type, options and uniqueness.',
    page: 'https://cybozu.dev/ja/kintone/docs/rest-api/apps/form/get-form-fields/',
    async check({ client, app }) {
      const { properties, revision } = await client.app.getFormFields({ app });
      const { type, unique } = properties['requestId'] as { type: string; unique?: boolean };
      same('the unique field', ['SINGLE_LINE_TEXT', true], [type, unique]);
      same('the revision', true, /^[0-9]+$/.test(revision));
    },
  },
];
