import type Stripe from 'stripe';
import { metadata } from '../wire/metadata';
import { flag, integer, paramsOf, text, timestamp, unsupported } from '../wire/params';
import { route, type Call, type Route } from '../calls/route';
import { errors } from '../wire/errors';
import type { Account } from '../state/account';
import type { WireSubscriptionItem } from '../wire/objects';
import { paymentBehavior, prorationBehavior } from '../rules/subscription-params';
import { updateSubscription } from './subscriptions';

const updateParams = paramsOf<Stripe.SubscriptionItemUpdateParams>()({
  billing_thresholds: unsupported,
  current_trial: unsupported,
  discounts: unsupported,
  metadata: metadata(),
  off_session: flag(),
  payment_behavior: paymentBehavior,
  plan: unsupported,
  price: text(),
  price_data: unsupported,
  proration_behavior: prorationBehavior,
  proration_date: timestamp(),
  quantity: integer({ min: 0 }),
  tax_rates: unsupported,
});

function itemIn(account: Account, path: Call['path']): WireSubscriptionItem {
  const id = path['item'] ?? '';
  const item = account.get('subscriptionItems', id);
  if (!item) throw errors.missingResource('subscription item', id, 'item');
  return item;
}

export const subscriptionItemRoutes: Route[] = [
  route('POST /v1/subscription_items/{item}', updateParams, ({ account, path }, given) => {
    const item = itemIn(account, path);
    const { metadata: change, price, quantity, ...rest } = given;
    const changed = {
      id: item.id,
      ...(price !== undefined && { price }),
      ...(quantity !== undefined && { quantity }),
      ...(change !== undefined && { metadata: change }),
    };
    updateSubscription(account, account.own('subscriptions', item.subscription), { ...rest, items: [changed] });
    return account.own('subscriptionItems', item.id);
  }),
];
