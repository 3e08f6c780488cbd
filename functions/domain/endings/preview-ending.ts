import { endingOf } from '#shared/model/ending';
import type { EndingPreview } from '#shared/model/ending-plan';
import { deviceCount } from '#shared/model/subscription-facts';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import { ownSubscription, type ShopOwner } from '../shops/find-shop';
import { stageNotice } from '../stage-settings';
import { requireSubscription } from '../subscriptions/require-subscription';
import { endingCosts } from './ending-costs';

/** The ends that one of the caller's subscriptions can have now, as Stripe has it, with the costs of each. */
export async function previewEnding(caller: ShopOwner, subscriptionId: string): Promise<EndingPreview> {
  const { subscription } = ownSubscription(caller, subscriptionId);
  const options = { until: clock.now() + callBudget };
  const live = await requireSubscription(subscriptionId, options);
  const costs = await endingCosts(live, endingOf(live, stageNotice(), clock.seconds()), options);
  return { ...costs, devices: deviceCount(subscription), planned: live.endsAt };
}
