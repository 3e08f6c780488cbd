import { useState } from 'react';
import { trialDays } from '#shared/model/pricing';
import { checkPromoCode, promoTexts, usePricing, type OrderingShop } from './use-pricing';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { PriceBreakdown } from './price-breakdown';
import { Skeleton } from '../../../ui/skeleton';
import { Stepper } from '../../../ui/stepper';
import { TextField } from '../../../ui/text-field';
import { showToast } from '../../../ui/toast';

interface SubscriptionFieldsProps {
  shop: OrderingShop;
  quantity: number;
  onQuantity: (quantity: number) => void;
  /** The code that was checked and counts; empty for none. */
  promoCode: string;
  onPromoCode: (code: string) => void;
}

/** Quantity, price breakdown and promotion code (spec 2, Store form). */
export function SubscriptionFields({ shop, quantity, onQuantity, promoCode, onPromoCode }: SubscriptionFieldsProps) {
  const [typed, setTyped] = useState(promoCode);
  const [checking, setChecking] = useState(false);
  const [applied, setApplied] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const pricing = usePricing(quantity, promoCode, shop);
  // A code may be valid but not for this number of devices.
  const promoRefused = pricing.error?.code.startsWith('PROMO_CODE') ?? false;

  const apply = async (): Promise<void> => {
    setChecking(true);
    setProblem(undefined);
    const result = await checkPromoCode(typed.trim(), 'customerId' in shop ? shop.customerId : undefined);
    setChecking(false);
    if ('promo' in result) {
      setApplied(result.promo.message);
      onPromoCode(typed.trim());
      return;
    }
    setApplied(undefined);
    onPromoCode('');
    setProblem(result.problem);
    showToast({ tone: 'danger', title: promoTexts.invalid, description: result.problem });
  };

  const remove = (): void => {
    setTyped('');
    setApplied(undefined);
    setProblem(undefined);
    onPromoCode('');
  };

  return (
    <div className="space-y-6">
      <Stepper label="ご利用台数" value={quantity} min={1} max={20} onChange={onQuantity} />
      <div
        className="rounded-card border border-line bg-canvas p-4 sm:p-5"
        aria-live="polite"
        aria-busy={pricing.isLoading}
      >
        {pricing.data && !pricing.error ? (
          <PriceBreakdown pricing={pricing.data} />
        ) : pricing.error ? (
          <Alert live tone="danger" title={promoRefused ? pricing.error.message : '料金を計算できませんでした'}>
            <Button variant="secondary" size="sm" onClick={promoRefused ? remove : () => void pricing.mutate()}>
              {promoRefused ? 'コードを取り消す' : 'もう一度計算する'}
            </Button>
          </Alert>
        ) : (
          <Skeleton lines={4} className="min-h-31 sm:min-h-26" />
        )}
        {pricing.data?.trial && (
          <p className="mt-3 text-sm text-ink-soft">最初の{trialDays}日間は無料でお試しいただけます。</p>
        )}
      </div>
      <div className="flex items-end gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            label="プロモーションコード"
            value={typed}
            readOnly={promoCode !== ''}
            autoComplete="off"
            error={problem}
            help={promoCode === '' ? undefined : applied}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (typed.trim() !== '' && promoCode === '') void apply();
            }}
          />
        </div>
        {promoCode === '' ? (
          <Button
            type="button"
            variant="secondary"
            busy={checking}
            disabled={typed.trim() === ''}
            onClick={() => void apply()}
            className="mt-7 self-start"
          >
            適用
          </Button>
        ) : (
          <Button type="button" variant="quiet" onClick={remove} className="mt-7 self-start">
            取り消す
          </Button>
        )}
      </div>
    </div>
  );
}
