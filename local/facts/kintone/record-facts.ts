import { recordApps } from '#shared/model/record-system';
import { same, type Fact } from '../fact';
import type { KintoneSandbox } from './kintone-sandbox';

const { requestId, receiptNumber, kind, issues, notes, requestedAt, stage, updatedAt } = recordApps.requests.fields;
const docs = 'https://cybozu.dev/ja/kintone/docs/rest-api';

/** Adding and reading records (decisions 028, 029, 054). */
export const recordFacts: readonly Fact<KintoneSandbox>[] = [
  {
    id: 'added-once',
    says: 'A second record with the same unique value is refused with CB_VA01 at that field, and the first one stays.',
    page: `${docs}/records/add-record/`,
    async check({ client, app, record, add, refusal }) {
      const first = await add({ [notes.code]: '一' });
      const again = record({ [requestId.code]: first.requestId, [notes.code]: '二' });
      const refused = await refusal(client.record.addRecord({ app, record: again }));
      same('the refusal', { status: 400, code: 'CB_VA01', places: [`record.${requestId.code}.value`] }, refused);
      const { record: kept } = await client.record.getRecord({ app, id: first.id });
      same('the notes and revision', ['一', '1'], [kept[notes.code]?.value, kept['$revision']?.value]);
    },
  },
  {
    id: 'an-option-that-is-not-there',
    says: 'A choice that is no option is refused with CB_VA01 at its place, of a check box by its index.',
    page: `${docs}/records/add-record/`,
    async check({ client, app, record, refusal }) {
      const wrong = record({ [kind.code]: '‐', [issues.code]: ['‐'] });
      const { status, code, places } = await refusal(client.record.addRecord({ app, record: wrong }));
      same('the refusal', [400, 'CB_VA01'], [status, code]);
      same('the places', [`record.${issues.code}.values[0].value`, `record.${kind.code}.value`], places.toSorted());
    },
  },
  {
    id: 'required',
    says: 'A new record without a required field is refused with CB_VA01 at that field.',
    page: `${docs}/records/add-record/`,
    async check({ client, app, record, refusal }) {
      const { places } = await refusal(client.record.addRecord({ app, record: record({ [receiptNumber.code]: '' }) }));
      same('the places', [`record.${receiptNumber.code}.value`], places);
    },
  },
  {
    id: 'unknown-codes',
    says: 'Field codes that the app does not have are passed over, in an added record and in the fields asked for.',
    page: `${docs}/records/get-records/`,
    async check({ client, app, add }) {
      const { id } = await add({ 無いフィールド: '値' });
      const query = `$id = "${id}"`;
      const { records } = await client.record.getRecords({ app, query, fields: ['$id', '無いフィールド'] });
      same(
        'the fields',
        [['$id']],
        records.map((found) => Object.keys(found)),
      );
    },
  },
  {
    id: 'an-update-raises-the-revision',
    says: 'An update raises the revision by one, even if its values are the ones that are there.',
    page: `${docs}/records/update-record/`,
    async check({ client, app, add }) {
      const { id } = await add({ [notes.code]: '一' });
      const { revision } = await client.record.updateRecord({ app, id, record: { [notes.code]: { value: '一' } } });
      same('the revision', '2', revision);
    },
  },
  {
    id: 'times-to-the-minute',
    says: 'Times of records have seconds of 00, those that Kintone sets and those that are given.',
    page: 'https://cybozu.dev/ja/kintone/docs/overview/field-types/',
    async check({ client, app, add }) {
      const { id } = await add({ [requestedAt.code]: '2027-01-01T01:02:03Z' });
      const { record: found } = await client.record.getRecord({ app, id });
      same('the given time', '2027-01-01T01:02:00Z', found[requestedAt.code]?.value);
      same('the seconds of the last change', true, JSON.stringify(found[updatedAt.code]?.value).endsWith(':00Z"'));
    },
  },
  {
    id: 'a-field-left-out-has-its-default',
    says: 'A field that a new record leaves out has the default value of the form.',
    page: `${docs}/apps/form/add-form-fields/`,
    async check({ client, app, add }) {
      const { id } = await add();
      same('the stage', stage.defaultValue, (await client.record.getRecord({ app, id })).record[stage.code]?.value);
    },
  },
  {
    id: 'pages-by-id',
    says: 'Records are read in the order of $id, after an $id, with as many as asked for; the count is of all of them.',
    page: `${docs}/records/get-records/`,
    async check({ client, app, add }) {
      const ids = [await add(), await add(), await add()].map(({ id }) => id);
      const after = `$id >= "${ids[0]}" order by $id asc`;
      const page = await client.record.getRecords({
        app,
        query: `${after} limit 2`,
        totalCount: true,
        fields: ['$id'],
      });
      same(
        'the page',
        ids.slice(0, 2),
        page.records.map((found) => found['$id']?.value),
      );
      same('the count', true, Number(page.totalCount) >= 3);
    },
  },
  {
    id: 'a-deleted-id',
    says: 'The $id of a deleted record is not given again.',
    page: `${docs}/records/delete-records/`,
    async check({ client, app, add, record }) {
      const { id } = await add();
      const added = await client.record.addRecord({ app, record: record() });
      await client.record.deleteRecords({ app, ids: [added.id] });
      const { id: next } = await add();
      same('the order of ids', true, Number(id) < Number(added.id) && Number(added.id) < Number(next));
    },
  },
];
