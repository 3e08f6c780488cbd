import type { ComponentProps } from 'react';
import { previewQuantities } from '#shared/contract/billing';
import { listMovements } from '#shared/contract/movement';
import type { Subscription } from '#shared/model/customer';
import { lowersBy, returnLowersText, type Movement, type ReturnLowersWhen } from '#shared/model/movement';
import { billedDevices } from '#shared/model/subscription-facts';
import { isOwing, isPaused, isRunning } from '#shared/model/subscription-status';
import { yen } from '#shared/yen';
import { paths } from '../../../lib/paths';
import { useCall } from '../../../lib/use-call';
import { promisedReturns } from '../../../lib/promised-returns';
import { useSubscription } from '../../../lib/use-shops';
import { Alert } from '../../../ui/alert';
import { ButtonLink } from '../../../ui/button';
import { PartFailure } from '../../../ui/part-failure';
import { RadioCards } from '../../../ui/radio-cards';
import { Skeleton } from '../../../ui/skeleton';
import { longDate } from '../../../lib/format';

/** What the choice depends on: the devices of the subscription, and those on their way back that lower it. */
type Reducible =
  | { state: 'loading' }
  | { state: 'failed'; read: ComponentProps<typeof PartFailure>['read'] }
  | { state: 'read'; count: number; promised: string[]; movements: readonly Movement[]; subscription?: Subscription };

/** Reads the subscription and its returns. */
export function useReducible(subscriptionId: string): Reducible {
  const found = useSubscription(subscriptionId);
  const count = found.state === 'found' ? billedDevices(found.subscription) : 0;
  const shopId = found.state === 'found' && count > 0 ? found.shop.customer.id : undefined;
  const returns = useCall(listMovements, shopId === undefined ? null : { params: { id: shopId } });
  if (found.state === 'loading') return { state: 'loading' };
  if (found.state === 'error') {
    const { error, retrying, retry } = found;
    return { state: 'failed', read: { error, isValidating: retrying, mutate: retry } };
  }
  const movements = shopId === undefined ? [] : returns.data?.movements;
  if (movements)
    return {
      state: 'read',
      count,
      promised: promisedReturns(movements, subscriptionId),
      movements,
      ...(found.state === 'found' && { subscription: found.subscription }),
    };
  if (!returns.error) return { state: 'loading' };
  return { state: 'failed', read: returns };
}

interface ReduceChoiceProps {
  subscriptionId: string;
  serialNumber: string;
  reducible: Reducible;
  when: ReturnLowersWhen;
  reduces: boolean;
  onChange: (reduces: boolean) => void;
}

/** The next bill, lower only if the device arrives in time where the arrival counts. `date` in unix seconds. */
const nextBillText = (when: ReturnLowersWhen, { date, amount }: { date: number; amount: number }): string =>
  when === 'requested'
    ? `次回のご請求額は${yen(amount)}になります。`
    : `次回のご請求日（${longDate(date * 1000)}）までにデバイスの到着を確認できると、ご請求額は${yen(amount)}になります。`;

type Billed = Pick<Subscription, 'status' | 'ends_at' | 'cancel_at_period_end' | 'current_period_end'>;

/** Only then is there a next bill to preview. */
const isBilledNext = (subscription: Billed | undefined): boolean =>
  subscription !== undefined && isRunning(subscription) && !subscription.cancel_at_period_end;

/**
 * When the return of a device lowers what is billed. No month is billed any more up to a planned end, and a late
 * payment or a pause keeps the quantity as it is until it is paid or resumed.
 */
export function loweringText(when: ReturnLowersWhen, subscription: Billed | undefined): string {
  if (subscription?.cancel_at_period_end)
    return `${longDate((subscription.ends_at ?? subscription.current_period_end) * 1000)}に契約が終了するため、以後の月額料金はかかりません。`;
  if (subscription && isOwing(subscription))
    return `${returnLowersText(when)}ただし、未払いのご請求のお支払いが確認できるまで、契約台数は減りません。`;
  return subscription && isPaused(subscription)
    ? `${returnLowersText(when)}ただし、契約を再開するまで、契約台数は減りません。`
    : returnLowersText(when);
}

/**
 * Asks whether the subscription goes down by the returned device, with the next bill by Stripe's own preview. The last
 * device of a subscription leads to its end instead.
 */
export function ReduceChoice({ reducible, ...props }: ReduceChoiceProps) {
  if (reducible.state === 'loading') return <Skeleton className="h-24 w-full" />;
  if (reducible.state === 'failed')
    return (
      <PartFailure read={reducible.read} title="契約台数を取得できませんでした">
        このまま進むと、返却の後も契約台数と月額料金は変わりません。台数を減らす場合は、もう一度お試しください。
      </PartFailure>
    );
  if (reducible.count === 0) return null;
  if (reducible.movements.some((one) => lowersBy(one, props.serialNumber)))
    return (
      <Alert tone="info" title="契約台数を減らす手続きが進んでいます">
        このデバイスの返却で契約台数を1台減らす手続きを、すでに受け付けています。あらためて減らす必要はありません。
      </Alert>
    );
  return <Choice {...reducible} {...props} />;
}

interface ChoiceProps extends Omit<ReduceChoiceProps, 'reducible' | 'serialNumber'> {
  count: number;
  promised: readonly string[];
  subscription?: Subscription;
}

function Choice({ subscriptionId, when, reduces, onChange, count, promised, subscription }: ChoiceProps) {
  // Without the devices that are on their way back and lower the subscription too.
  const left = count - promised.length;
  const { data: preview } = useCall(
    previewQuantities,
    left > 1 && isBilledNext(subscription)
      ? { params: { id: subscriptionId }, body: { quantities: {}, total: left - 1 } }
      : null,
  );
  if (left <= 1)
    return (
      <Alert tone="info" title="ご契約の最後の1台です">
        {promised.length > 0 && (
          <p>
            返却の手続き中の{promised.length}台（{promised.join('、')}）を除いて数えています。
          </p>
        )}
        <p>返却だけでは料金は変わりません。ご利用を終了する場合は、解約の手続きをご利用ください。</p>
        <ButtonLink to={paths.subscription(subscriptionId)} variant="secondary" size="sm" className="mt-3">
          契約の画面へ
        </ButtonLink>
      </Alert>
    );
  const next = preview ? nextBillText(when, preview.nextInvoice) : '';
  return (
    <RadioCards
      legend={promised.length > 0 ? `契約台数（返却の手続き中の${promised.length}台を除く）` : '契約台数'}
      value={reduces ? 'reduce' : 'keep'}
      onChange={(value) => onChange(value === 'reduce')}
      options={[
        { value: 'keep', label: `${left}台のまま`, description: '返却の後も、月額料金は変わりません。' },
        {
          value: 'reduce',
          label: `${left - 1}台に減らす`,
          description: next + loweringText(when, subscription),
        },
      ]}
    />
  );
}
