import { Plus } from 'lucide-react';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { Button, type ButtonLook } from '../../../ui/basics';
import { deviceSubscriptionOnHold, runningDeviceSubscription } from '../subscription-rules';
import { lazyDialog } from '../../../ui/lazy-dialog';

const NewSubscriptionWizard = lazyDialog(() =>
  import('./new-subscription-wizard').then((module) => module.NewSubscriptionWizard),
);
const HeldView = lazyDialog(() => import('./held-view').then((module) => module.HeldView));
const QuantityDialog = lazyDialog(() => import('../quantity/quantity-dialog').then((module) => module.QuantityDialog));

/** The dialog that the flow shows: the wizard, or its replacement for a shop that already rents devices (spec 4). */
export type NewSubscriptionStep =
  | { show: 'wizard' }
  | { show: 'held' | 'quantity' | 'more'; subscription: Subscription };

/** The first dialog for a shop: a running subscription changes its quantity, one on hold has to be paid first. */
export function firstStep(shop: Pick<ShopRecord, 'subscriptions'>): NewSubscriptionStep {
  const running = runningDeviceSubscription(shop);
  if (running) return { show: 'quantity', subscription: running };
  const held = deviceSubscriptionOnHold(shop);
  return held ? { show: 'held', subscription: held } : { show: 'wizard' };
}

/** Opens the flow. The screen around it keeps the step, because a new subscription may remove this button. */
export const NewSubscriptionButton = ({
  variant = 'secondary',
  onBegin,
}: { onBegin: () => void } & Pick<ButtonLook, 'variant'>) => (
  <Button variant={variant} size={variant === 'primary' ? 'md' : 'sm'} Icon={Plus} onClick={onBegin}>
    新しいサブスクリプション
  </Button>
);

interface NewSubscriptionFlowProps {
  shop: ShopRecord;
  /** Unix milliseconds. */
  now: number;
  /** Undefined while nothing is open. */
  step: NewSubscriptionStep | undefined;
  onStep: (step: NewSubscriptionStep | undefined) => void;
}

export function NewSubscriptionFlow({ shop, now, step, onStep }: NewSubscriptionFlowProps) {
  const close = (): void => onStep(undefined);
  return (
    <>
      {step?.show === 'wizard' && (
        <NewSubscriptionWizard
          shop={shop}
          now={now}
          onClose={close}
          onRunning={(subscription) => onStep({ show: 'quantity', subscription })}
        />
      )}
      {step?.show === 'held' && <HeldView subscription={step.subscription} onClose={close} />}
      {step?.show === 'quantity' && (
        <QuantityDialog
          shop={shop}
          subscription={step.subscription}
          lead="この店舗はすでにご契約中です。台数を変更できます。"
          onClose={close}
        />
      )}
      {step?.show === 'more' && (
        <QuantityDialog shop={shop} subscription={step.subscription} more={1} onClose={close} />
      )}
    </>
  );
}
