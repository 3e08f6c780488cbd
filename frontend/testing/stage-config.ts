import type { getConfig } from '#shared/contract/platform';
import type { ResponseOf } from '#shared/contract/call';

/** The settings of the stage in the tests. */
export const stageConfig: ResponseOf<typeof getConfig> = {
  stage: 'test',
  stripePublishableKey: 'pk_test',
  stripeJsUrl: null,
  postalLookupUrl: 'https://postal.test/search',
  contact: {
    company: '株式会社テスト',
    address: '東京都港区南青山1-1-1',
    telephone: '03-1111-2222',
    hours: '平日 10:00〜18:00',
  },
};
