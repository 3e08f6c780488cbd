import { Link, useLocation } from 'react-router-dom';
import { listMovements } from '#shared/contract/movement';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { plannedEndOf } from '#shared/model/ending';
import { isOpen, movementKinds } from '#shared/model/movement';
import { subscriptionName, isOver } from '#shared/model/subscription';
import { shopName } from '../../lib/format';
import { paths } from '../../lib/paths';
import { useCall } from '../../lib/use-call';
import { billingSteps, nextSteps } from '../../text/next-steps';
import { Card, NextSteps } from '../../ui/content';
import { Alert, Skeleton } from '../../ui/basics';

interface WhatNextProps {
  shop: ShopRecord;
  /** Whether the card says whose it is, where the page does not. */
  named?: boolean | undefined;
  /** Only this subscription; if left out, those of the shop that continue. */
  subscriptionId?: string | undefined;
  /** What was done, as the title. */
  did?: string | undefined;
}

/** What happens next after an order, a change or an end, with the day of each step (decisions/page). */
export function WhatNext({ shop, named = true, subscriptionId, did }: WhatNextProps) {
  const { data, error } = useCall(listMovements, { params: { id: shop.customer.id } });
  const subscriptions = shop.subscriptions.filter((one) =>
    subscriptionId === undefined ? !isOver(one) : one.id === subscriptionId,
  );
  const open = data?.movements.filter(
    (movement) => isOpen(movement) && subscriptions.some(({ id }) => id === movement.subscription),
  );
  if (subscriptions.length === 0) return null;
  // The page of the shop shows the next payment itself.
  const billed = subscriptions.filter(
    (one) => named || did === undefined || one.cancel_at_period_end || plannedEndOf(one),
  );
  if (did !== undefined && open?.length === 0 && billed.length === 0) return <Alert live tone="success" title={did} />;
  return (
    <Card
      title={did ?? 'この後の流れ'}
      description={
        named && (
          <Link to={paths.shop(shop.customer.id)} className="text-link">
            {shopName(shop.customer)}
          </Link>
        )
      }
    >
      <div className="space-y-6">
        {open?.map((movement) => (
          <NextSteps
            key={movement.id}
            title={`${movementKinds[movement.kind].label} ${movement.count}台`}
            steps={nextSteps(movement)}
          />
        ))}
        {!open && !error && <Skeleton lines={6} label="読み込み中" />}
        {billed.map((subscription) => (
          <Billing key={subscription.id} subscription={subscription} named={subscriptions.length > 1} />
        ))}
      </div>
    </Card>
  );
}

/** When a subscription is charged next, or that it ends. */
function Billing({ subscription, named }: { subscription: Subscription; named: boolean }) {
  const steps = billingSteps(subscription);
  if (steps.length === 0) return null;
  return (
    <NextSteps
      title={named ? `ご契約・お支払い（${subscriptionName(subscription)}）` : 'ご契約・お支払い'}
      steps={steps}
    />
  );
}

/** The same on the page that a change leads to, for one of these shops; nothing if the page was opened otherwise. */
export function AfterChange({ shops, named }: { shops: readonly ShopRecord[]; named?: boolean }) {
  const { changed } = (useLocation().state ?? {}) as { changed?: Changed };
  const shop = shops.find(({ customer }) => customer.id === changed?.customerId);
  if (!changed || !shop) return null;
  return (
    <div className="mb-6">
      <WhatNext shop={shop} named={named} subscriptionId={changed.subscriptionId} did={changed.did} />
    </div>
  );
}

/** What was just ordered, changed or ended: a subscription, or all subscriptions of a shop. */
export interface Changed {
  customerId: string;
  subscriptionId?: string;
  /** In words, e.g. `5台に変更しました`. */
  did?: string;
}

/** The state of the browser's history entry after which a page shows what happens next. */
export const changedState = (changed: Changed): { changed: Changed } => ({ changed });
