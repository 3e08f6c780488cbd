import { randomUUID } from 'node:crypto';
import { requestApp } from './request-app';
import { same, type Fact } from '../../platform/facts';
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
];
