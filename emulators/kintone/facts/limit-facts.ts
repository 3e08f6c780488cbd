import { randomUUID } from 'node:crypto';
import { requestApp } from './request-app';
import { Differs, NotTried, same, type Fact } from '../../platform/facts';
import type { KintoneSandbox } from './kintone-sandbox';

const { requestId } = requestApp.fields;
const tips = 'https://cybozu.dev/ja/kintone/miscellaneous/archive-tips';

/** Kintone's limits (decisions/devices). */
export const limitFacts: readonly Fact<KintoneSandbox>[] = [
  {
    id: 'a-hundred-requests-at-once',
    says: 'A domain takes 100 requests at once, as a header of every response says.',
    page: `${tips}/limit-processing-by-kintone-rest-api-concurrent-connections/`,
    async check({ headers }) {
      same('the limit', '100', (await headers()).get('X-ConcurrencyLimit-Limit'));
    },
  },
  {
    id: 'a-unique-text-of-64-characters',
    says: 'A text that prohibits duplicates has 64 characters at most: one of 65 is refused with CB_VA01.',
    page: 'https://get.kintone.help/k/ja/user/app_settings/form/form_parts/field_restriction.html',
    async check({ client, app, record, add, refusal, take }) {
      const longest = `facts-${randomUUID()}`.padEnd(64, 'x');
      await add({ [requestId.code]: longest });
      const over = record({ [requestId.code]: `${longest}x` });
      const { status, code } = await refusal(client.record.addRecord({ app, record: over }).then(({ id }) => take(id)));
      same('the status and code', [400, 'CB_VA01'], [status, code]);
    },
  },
  {
    id: 'a-cursor-of-500',
    says: 'A cursor reads at most 500 records at once: one of 501 is refused with CB_VA01.',
    page: 'https://cybozu.dev/ja/kintone/docs/rest-api/records/create-cursor/',
    async check({ client, app, refusal }) {
      const { status, code } = await refusal(client.record.createCursor({ app, size: 501 }));
      same('the status and code', [400, 'CB_VA01'], [status, code]);
    },
  },
  {
    id: 'ten-cursors-of-a-domain',
    says: 'A domain has at most ten cursors; the eleventh is refused with 429 GAIA_TM12.',
    page: 'https://cybozu.dev/ja/kintone/docs/rest-api/records/create-cursor/',
    async check({ client, app, add, refusal, wholeDomain }) {
      if (!wholeDomain)
        throw new NotTried(
          'all apps of the domain are short of cursors for seconds: set KINTONE_FACTS_WHOLE_DOMAIN=yes',
        );
      await add();
      const made: string[] = [];
      try {
        for (let count = 0; count < 10; count += 1) made.push((await client.record.createCursor({ app, size: 1 })).id);
        const { status, code } = await refusal(client.record.createCursor({ app, size: 1 }));
        same('the status and code', [429, 'GAIA_TM12'], [status, code]);
      } catch (error) {
        if (error instanceof Differs || made.length === 10) throw error;
        throw new NotTried(`others have cursors: only ${made.length} could be made`);
      } finally {
        for (const id of made) await client.record.deleteCursor({ id });
      }
    },
  },
];
