import type { EndingPreview } from '#shared/model/ending-plan';
import { deviceCount } from '#shared/model/subscription-facts';
import { hasNotBegun } from '#shared/model/subscription-status';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { ownSubscription, type ShopOwner } from '../shops/find-shop';
import { requireSubscription } from '../subscriptions/require-subscription';
import { endingCosts } from './ending-costs';
import { endingsNow } from './require-ending';

/** The ends that one of the caller's subscriptions can have now, as Stripe has it, with the costs of each. */
export async function previewEnding(caller: ShopOwner, subscriptionId: string): Promise<EndingPreview> {
  const { subscription } = ownSubscription(caller, subscriptionId);
  const options = { until: clock.now() + callBudget };
  const live = await requireSubscription(subscriptionId, options);
  const costs = await endingCosts(live, endingsNow(live), options);
  // Nothing is shipped before the first payment.
  const devices = hasNotBegun(live) ? 0 : deviceCount(subscription);
  return { ...costs, devices, planned: live.endsAt };
}
