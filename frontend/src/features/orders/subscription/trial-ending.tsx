import type { ReactNode } from 'react';
import type { Subscription } from '#shared/model/customer';
import { Alert } from '../../../ui/basics';
import { DateText } from '../../../ui/content';
import { paysAfterTrial, trialNoticeDay } from '../subscription-rules';

interface TrialEndingProps {
  subscription: Subscription;
  /** Unix milliseconds. */
  now: number;
  /** The name of the switch that ends it, or the way there. */
  renewal: ReactNode;
}

/** On the last day of a trial: what follows, and whether anything is to be done. Nothing for one that is to end. */
export function TrialEnding({ subscription, now, renewal }: TrialEndingProps) {
  const day = trialNoticeDay(subscription, now);
  if (day === undefined) return null;
  const pays = paysAfterTrial(subscription);
  return (
    <Alert tone={pays ? 'info' : 'warning'} title={`無料トライアルは${day}で終わります`}>
      <DateText unix={subscription.trial_end ?? 0} form="minute" />
      {pays ? (
        <>
          から、月額料金のお支払いが始まります。お手続きは不要です。続けない場合は、それまでに{renewal}
          をオフにしてください。
        </>
      ) : (
        'までにカードを登録しないと、契約は終了します。'
      )}
    </Alert>
  );
}
