import { previewQuantities } from '#shared/contract/billing';
import type { Subscription } from '#shared/model/customer';
import { billedDevices, isChangeable, isOwing, isRunning } from '#shared/model/subscription';
import { yen } from '#shared/numbers';
import { longDate } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { useCall } from '../../../lib/use-call';
import type { useSubscription } from '../../../lib/use-shops';
import { returnLowers } from '../../../text/device-terms';
import { Alert, ButtonLink, Skeleton, PartFailure } from '../../../ui/basics';
import { RadioCards } from '../../../ui/fields';

interface ReduceChoiceProps {
  found: ReturnType<typeof useSubscription>;
  reduces: boolean;
  onChange: (reduces: boolean) => void;
}

type Billed = Pick<Subscription, 'status' | 'ends_at' | 'cancel_at_period_end' | 'current_period_end'>;

/** When the return of a device lowers what is billed. No month is billed any more up to a planned end. */
export const loweringText = (subscription: Billed | undefined): string =>
  subscription?.cancel_at_period_end
    ? `${longDate((subscription.ends_at ?? subscription.current_period_end) * 1000)}に契約が終了するため、以後の月額料金はかかりません。`
    : returnLowers;

/**
 * Asks whether the subscription goes down by the returned device, with the next bill by Stripe's own preview. The last
 * device of a subscription leads to its end instead.
 */
export function ReduceChoice({ found, ...props }: ReduceChoiceProps) {
  if (found.state === 'loading') return <Skeleton className="h-24 w-full" />;
  if (found.state === 'error')
    return (
      <PartFailure read={found.read} title="契約台数を取得できませんでした">
        このまま進むと、返却の後も契約台数と月額料金は変わりません。台数を減らす場合は、もう一度お試しください。
      </PartFailure>
    );
  if (found.state === 'missing') return null;
  const { subscription } = found;
  const count = billedDevices(subscription);
  if (count === 0) return null;
  if (!isChangeable(subscription))
    return (
      <Alert tone="info" title="いまは契約台数を減らせません">
        {isOwing(subscription)
          ? '未払いのご請求があるため、返却の後も契約台数と月額料金は変わりません。お支払いの後に、契約の画面から台数を減らせます。'
          : isRunning(subscription)
            ? '返却の後も契約台数と月額料金は変わりません。台数を減らす場合は、担当者までご連絡ください。'
            : '契約が停止中のため、返却の後も契約台数と月額料金は変わりません。再開の後に、契約の画面から台数を減らせます。'}
      </Alert>
    );
  return <Choice {...props} subscription={subscription} count={count} />;
}

type ChoiceProps = Omit<ReduceChoiceProps, 'found'> & { count: number; subscription: Subscription };

function Choice({ reduces, onChange, count, subscription }: ChoiceProps) {
  const { data: preview } = useCall(
    previewQuantities,
    // Only then is there a next bill to preview.
    count > 1 && !subscription.cancel_at_period_end
      ? { params: { id: subscription.id }, body: { quantities: {}, total: count - 1 } }
      : null,
  );
  if (count <= 1)
    return (
      <Alert tone="info" title="ご契約の最後の1台です">
        <p>返却だけでは料金は変わりません。ご利用を終了する場合は、解約の手続きをご利用ください。</p>
        <ButtonLink to={paths.subscription(subscription.id)} variant="secondary" size="sm" className="mt-3">
          契約の画面へ
        </ButtonLink>
      </Alert>
    );
  const next = preview ? `次回のご請求額は${yen(preview.nextInvoice.amount)}になります。` : '';
  return (
    <RadioCards
      legend="契約台数"
      value={reduces ? 'reduce' : 'keep'}
      onChange={(value) => onChange(value === 'reduce')}
      options={[
        { value: 'keep', label: `${count}台のまま`, description: '返却の後も、月額料金は変わりません。' },
        { value: 'reduce', label: `${count - 1}台に減らす`, description: next + loweringText(subscription) },
      ]}
    />
  );
}
