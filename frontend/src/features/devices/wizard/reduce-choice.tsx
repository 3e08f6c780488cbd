import { previewQuantities } from '#shared/contract/billing';
import { returnLowersText, type ReturnLowersWhen } from '#shared/model/movement';
import { yen } from '#shared/yen';
import { paths } from '../../../lib/paths';
import { useCall } from '../../../lib/use-call';
import { usePromisedReturns } from '../../../lib/use-promised-returns';
import { useSubscription } from '../../../lib/use-shops';
import { Alert } from '../../../ui/alert';
import { ButtonLink } from '../../../ui/button';
import { RadioCards } from '../../../ui/radio-cards';
import { longDate } from '../../../lib/format';

interface ReduceChoiceProps {
  subscriptionId: string;
  when: ReturnLowersWhen;
  reduces: boolean;
  onChange: (reduces: boolean) => void;
}

/** The next bill, lower only if the device arrives in time where the arrival counts. `date` in unix seconds. */
const nextBillText = (when: ReturnLowersWhen, { date, amount }: { date: number; amount: number }): string =>
  when === 'requested'
    ? `次回のご請求額は${yen(amount)}になります。`
    : `次回のご請求日（${longDate(date * 1000)}）までに機器の到着を確認できると、ご請求額は${yen(amount)}になります。`;

/**
 * Asks whether the subscription goes down by the returned device, with the next bill by Stripe's own preview. The last
 * device of a subscription leads to its end instead.
 */
export function ReduceChoice({ subscriptionId, when, reduces, onChange }: ReduceChoiceProps) {
  const found = useSubscription(subscriptionId);
  const items = found.state === 'found' ? found.subscription.items : [];
  const count = items.reduce((sum, { product, quantity }) => sum + (product.tier ? quantity : 0), 0);
  const shopId = found.state === 'found' && count > 1 ? found.shop.customer.id : undefined;
  const promised = usePromisedReturns(shopId, subscriptionId);
  // Without the devices that are on their way back and lower the subscription too.
  const left = count - promised.length;
  const { data: preview } = useCall(
    previewQuantities,
    left > 1 ? { params: { id: subscriptionId }, body: { quantities: {}, total: left - 1 } } : null,
  );
  if (count === 0) return null;
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
          description: `${next}${returnLowersText(when)}`,
        },
      ]}
    />
  );
}
