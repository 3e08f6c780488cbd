import { Plus } from 'lucide-react';
import { Suspense, lazy, useCallback, useState } from 'react';
import type { ShopRecord } from '#shared/model/customer';
import { Button, type ButtonLook } from '../../../ui/button';

const NewSubscriptionDialog = lazy(() =>
  import('./new-subscription-dialog').then((module) => ({ default: module.NewSubscriptionDialog })),
);
const QuantityDialog = lazy(() =>
  import('../quantity/quantity-dialog').then((module) => ({ default: module.QuantityDialog })),
);

/** Begins a new subscription; the screen around it holds the flow, which outlives this button. */
export const NewSubscriptionButton = ({
  variant = 'secondary',
  onBegin,
}: { onBegin: () => void } & Pick<ButtonLook, 'variant'>) => (
  <Button variant={variant} icon={<Plus aria-hidden className="size-5" />} onClick={onBegin}>
    新しいサブスクリプション
  </Button>
);

interface NewSubscriptionFlowProps {
  shop: ShopRecord;
  open: boolean;
  onClose: () => void;
}

/** The wizard, and the quantity dialog that takes its place where the shop has such a subscription already (spec 4). */
export function NewSubscriptionFlow({ shop, open, onClose }: NewSubscriptionFlowProps) {
  const [quantityOf, setQuantityOf] = useState<string>();
  const subscription = shop.subscriptions.find(({ id }) => id === quantityOf);
  const toQuantity = useCallback(({ id }: { id: string }) => setQuantityOf(id), []);
  return (
    <Suspense fallback={null}>
      {open && <NewSubscriptionDialog shop={shop} open onClose={onClose} onQuantity={toQuantity} />}
      {subscription && (
        <QuantityDialog shop={shop} subscription={subscription} open onClose={() => setQuantityOf(undefined)} />
      )}
    </Suspense>
  );
}
