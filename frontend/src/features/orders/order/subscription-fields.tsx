import { trialDays } from '#shared/model/pricing';
import { mostDevicesOfOrder } from '#shared/constants';
import { isPromoRefused, usePricing } from './use-pricing';
import type { PromoCode } from './use-promo-code';
import { Alert, Button, Skeleton } from '../../../ui/basics';
import { isConverting } from '../../../ui/is-converting';
import { PriceBreakdown } from './price-breakdown';
import { Stepper } from '../../../ui/stepper';
import { TextField } from '../../../ui/text-field';

interface SubscriptionFieldsProps {
  /** The shop that orders; absent for one that is about to be opened. */
  customerId?: string;
  quantity: number;
  onQuantity: (quantity: number) => void;
  promo: PromoCode;
}

/** Quantity, price breakdown and promotion code (spec 2, Store form). */
export function SubscriptionFields({ customerId, quantity, onQuantity, promo }: SubscriptionFieldsProps) {
  const pricing = usePricing(quantity, promo.code, customerId);
  // A valid code may not fit this number of devices.
  const refused = isPromoRefused(pricing.error);
  const applied = promo.code !== '';

  return (
    <div className="space-y-6">
      <Stepper label="契約台数" value={quantity} min={1} max={mostDevicesOfOrder} onChange={onQuantity} />
      <div
        className="rounded-card border border-line bg-canvas p-4 sm:p-5"
        aria-live="polite"
        aria-busy={pricing.isLoading}
      >
        {pricing.data && !pricing.error ? (
          <PriceBreakdown pricing={pricing.data} />
        ) : pricing.error ? (
          <Alert live tone="danger" title={refused ? pricing.error.message : '料金を計算できませんでした'}>
            <Button variant="secondary" size="sm" onClick={refused ? promo.remove : () => void pricing.mutate()}>
              {refused ? 'コードを取り消す' : 'もう一度計算する'}
            </Button>
          </Alert>
        ) : (
          <Skeleton lines={2} className="min-h-[2.9rem]" />
        )}
        {/* Its room is there from the start, so that content below it does not move while it is pressed. */}
        <p className="mt-3 min-h-[1lh] text-sm font-semibold text-success">
          {pricing.data?.trial && `本日のお支払いは0円です（${trialDays}日間無料）`}
        </p>
      </div>
      <div className="@container">
        <div className="flex flex-col gap-3 @min-[15rem]:flex-row @min-[15rem]:items-end">
          <div className="min-w-0 flex-1">
            <TextField
              label="プロモーションコード"
              id={promo.id}
              value={promo.typed}
              readOnly={applied}
              autoComplete="off"
              autoCapitalize="characters"
              error={promo.problem}
              help={promo.message}
              onChange={(event) => promo.type(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || isConverting(event.nativeEvent)) return;
                event.preventDefault();
                if (promo.typed.trim() !== '' && !applied) promo.apply();
              }}
            />
          </div>
          <Button
            variant={applied ? 'quiet' : 'secondary'}
            busy={promo.checking}
            disabled={promo.typed.trim() === ''}
            onClick={applied ? promo.remove : promo.apply}
            className="self-start @min-[15rem]:mt-[1.75rem]"
          >
            {applied ? '取り消す' : '適用'}
          </Button>
        </div>
      </div>
    </div>
  );
}
