import type { EndingChoice } from '#shared/model/ending-plan';

/** The name of each way to end a subscription. */
export const wayNames: Record<EndingChoice['way'], string> = {
  now: '今すぐ終了',
  period: '今の契約期間の終わり',
  later: 'より後の契約期間の終わり',
};
