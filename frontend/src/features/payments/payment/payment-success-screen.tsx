import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { shopReads } from '#shared/contract/parts';
import { paths } from '../../../lib/paths';
import { useInvalidate } from '../../../lib/changes';
import { useShops } from '../../../lib/use-shops';
import { Alert, Button, ButtonLink, Skeleton } from '../../../ui/basics';
import { Page } from '../../../ui/page';
import { WhatNext } from '../../movements/what-next';
import {
  finishReturn,
  returnTexts,
  type ReturnOutcome,
  type ReturnResult,
  readReturn,
  type Returned,
} from './finish-return';

/**
 * The screen to which the bank returns the browser after its own check (spec 2, /payment-success): the outcome, and the
 * next links.
 */
export function PaymentSuccessScreen() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const [returned] = useState(() => readReturn(query));
  // The card is set once, although React may run effects twice: a read that is under way is shared.
  const read = useSWR(returned && ['return from the bank', returned.clientSecret], async () => {
    const finished = await finishReturn(returned!);
    await invalidate(...shopReads);
    return finished;
  });
  const result: ReturnResult | undefined = returned ? read.data : { outcome: 'nothing' };

  useEffect(() => {
    // The secret is removed from the address and the browser's history.
    if (query.size > 0) void navigate(paths.paymentSuccess, { replace: true });
  }, [query, navigate]);

  if (!result || read.isValidating) {
    return (
      <Page title="お手続きの結果を確認しています">
        <Skeleton lines={3} label="お手続きの結果を確認しています" />
      </Page>
    );
  }
  const { title, tone, heading, text } = returnTexts[result.outcome];
  return (
    <Page title={title}>
      {heading && (
        <Alert live tone={tone} title={heading}>
          {[result.reason, text].filter(Boolean).join(' ')}
        </Alert>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        <NextStep {...returned} outcome={result.outcome} onAgain={() => void read.mutate()} />
      </div>
      {returned && isDone.has(result.outcome) && <Next returned={returned} />}
    </Page>
  );
}

const isDone: ReadonlySet<ReturnOutcome> = new Set(['card-saved', 'paid']);

/** What happens next with what was paid for, or with the shop whose card was saved. */
function Next({ returned: { subscriptionId, customerId } }: { returned: Returned }) {
  const shops = useShops();
  const shop =
    shops.state === 'shops' &&
    shops.list.find(({ customer, subscriptions }) =>
      subscriptionId === undefined ? customer.id === customerId : subscriptions.some(({ id }) => id === subscriptionId),
    );
  return shop ? (
    <div className="mt-8">
      <WhatNext shop={shop} subscriptionId={subscriptionId} />
    </div>
  ) : null;
}

/** The outcomes after which the same card has to be given again, or another one. */
const wantsCard: ReadonlySet<ReturnOutcome> = new Set(['card-refused', 'card-unused']);

type NextStepProps = Partial<Pick<Returned, 'subscriptionId' | 'customerId'>> & {
  outcome: ReturnOutcome;
  onAgain: () => void;
};

function NextStep({ outcome, subscriptionId, customerId, onAgain }: NextStepProps) {
  const target = subscriptionId ?? customerId;
  const home = (
    <ButtonLink to={paths.home} variant={target === undefined && outcome !== 'unknown' ? 'primary' : 'quiet'}>
      店舗一覧へ
    </ButtonLink>
  );
  return (
    <>
      {outcome === 'unknown' ? (
        <Button onClick={onAgain}>もう一度確認する</Button>
      ) : (
        target !== undefined && <ButtonLink {...stepTo(outcome, target, subscriptionId !== undefined)} />
      )}
      {home}
    </>
  );
}

/** To the card fields if another card is needed, otherwise to the shop or subscription concerned. */
function stepTo(outcome: ReturnOutcome, target: string, isSubscription: boolean): { to: string; children: string } {
  if (wantsCard.has(outcome)) return { to: paths.subscriptionPayment(target), children: 'カードを登録する' };
  return isSubscription
    ? { to: paths.subscription(target), children: '契約の詳細へ' }
    : { to: paths.shop(target), children: '店舗詳細へ' };
}
