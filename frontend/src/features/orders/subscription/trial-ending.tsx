import type { ReactNode } from 'react';
import type { Subscription } from '#shared/model/customer';
import { Alert } from '../../../ui/basics';
import { DateText } from '../../../ui/content';
import { paysAfterTrial, trialNoticeDay } from '../subscription-rules';

interface TrialEndingProps {
  subscription: Subscription;
  /** Unix milliseconds. */
  now: number;
  /** What else is said where it goes on by itself. */
  children?: ReactNode;
}

/** On the last day of a trial: what follows, and whether anything is to be done. Nothing for one that is to end. */
export function TrialEnding({ subscription, now, children }: TrialEndingProps) {
  const day = trialNoticeDay(subscription, now);
  if (day === undefined) return null;
  const pays = paysAfterTrial(subscription);
  return (
    <Alert tone={pays ? 'info' : 'warning'} title={`無料トライアルは${day}で終わります`}>
      <DateText unix={subscription.trial_end ?? 0} form="minute" />
      {pays
        ? 'から、月額料金のお支払いが始まります。このままご利用の場合、お手続きは不要です。'
        : 'までにカードを登録しないと、契約は終了します。'}
      {pays && children}
    </Alert>
  );
}
