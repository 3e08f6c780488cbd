import { requestApp } from './request-app';
import { same, type Fact } from '../../platform/facts';
import type { KintoneSandbox } from './kintone-sandbox';

const { requestId, receiptNumber, kind, issues, notes, requestedAt, promisedBy, arrivedAt, stage, updatedAt } =
  requestApp.fields;
const docs = 'https://cybozu.dev/ja/kintone/docs/rest-api';

/** Adding and reading records (decisions/devices). */
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
    id: 'an-empty-value-is-no-default',
    says: 'A field that a new record names as empty stays empty, also a day, a time, and one whose form has a default.',
    page: `${docs}/records/add-record/`,
    async check({ client, app, add }) {
      const empty = [stage, promisedBy, arrivedAt].map(({ code }) => [code, '']);
      const { id } = await add(Object.fromEntries(empty));
      const { record: found } = await client.record.getRecord({ app, id });
      const values = [stage, promisedBy, arrivedAt].map(({ code }) => found[code]?.value || null);
      same('the values', [null, null, null], values);
    },
  },
  {
    id: 'a-comment',
    says: 'A comment is shown under its record; a longer one than 65,535 characters is refused.',
    page: `${docs}/records/add-comment/`,
    async check({ client, app, add, refusal }) {
      const { id: record } = await add();
      await client.record.addRecordComment({ app, record, comment: { text: '取り下げ' } });
      const { comments } = await client.record.getRecordComments({ app, record });
      same(
        'the comments',
        ['取り下げ'],
        comments.map(({ text }) => text.trim()),
      );
      const long = { text: 'x'.repeat(65_536) };
      const { status } = await refusal(client.record.addRecordComment({ app, record, comment: long }));
      same('the refusal', 400, status);
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
  {
    id: 'added-twice-at-once',
    says: 'Of two records with one unique value at once one is added; the other is refused, as content or for now.',
    page: `${docs}/records/add-record/`,
    async check({ client, app, record, take }) {
      const twin = record();
      const outcomes = await Promise.allSettled([1, 2].map(() => client.record.addRecord({ app, record: twin })));
      const added = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
      added.forEach(take);
      same('the records added', 1, added.length);
      const codes = outcomes.flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as { code?: string }).code] : [],
      );
      same('the refusal', true, codes.length === 1 && ['CB_VA01', 'GAIA_DA02'].includes(codes[0] ?? ''));
    },
  },
  {
    id: 'ids-and-texts-in-a-list',
    says: 'A query takes 500 ids, or a hundred texts of 64 characters, in a list.',
    page: 'https://cybozu.dev/ja/kintone/docs/overview/query/',
    async check({ client, app, add }) {
      const { id, requestId: own } = await add();
      const others = Array.from({ length: 99 }, (_, index) => String(index).padStart(64, '9'));
      const find = async (query: string) =>
        (await client.record.getRecords({ app, query, fields: ['$id'] })).records.map((found) => found['$id']?.value);
      const ids = [id, ...Array.from({ length: 499 }, (_, index) => String(900_000_000 + index))];
      same('by id', [id], await find(`$id in (${ids.map((one) => `"${one}"`).join(', ')})`));
      const texts = [own, ...others].map((one) => `"${one}"`).join(', ');
      same('by text', [id], await find(`${requestId.code} in (${texts}) order by $id asc limit 500`));
    },
  },
  {
    id: 'changed-since-includes-the-minute',
    says: 'A query for changes since a record’s own time of change finds it, because >= includes the minute.',
    page: 'https://cybozu.dev/ja/kintone/docs/overview/query/',
    async check({ client, app, add }) {
      const { id } = await add();
      const { record: found } = await client.record.getRecord({ app, id });
      const since = `${updatedAt.code} >= ${JSON.stringify(found[updatedAt.code]?.value)} and $id = "${id}"`;
      const { totalCount } = await client.record.getRecords({ app, query: since, totalCount: true });
      same('the count', '1', totalCount);
    },
  },
  {
    id: 'nothing-chosen-or-written',
    says: 'A text without a value is empty, a check box without one an empty list.',
    page: 'https://cybozu.dev/ja/kintone/docs/overview/field-types/',
    async check({ client, app, add }) {
      const { id } = await add();
      const { record: found } = await client.record.getRecord({ app, id });
      same('the values', ['', []], [found[notes.code]?.value, found[issues.code]?.value]);
    },
  },
];
