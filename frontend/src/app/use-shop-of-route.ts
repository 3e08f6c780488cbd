import { useMatch } from 'react-router-dom';
import { listShops } from '#shared/contract/billing';
import { useCall } from '../lib/use-call';

/**
 * Id of the shop that the route is inside of (spec 2, App shell): it is in the address, or it is the one whose
 * subscription is shown there. Undefined outside of any shop, and while that is not known.
 */
export function useShopOfRoute(): string | undefined {
  const store = useMatch('/store/:id/*')?.params.id;
  const history = useMatch('/payment-history/:id')?.params.id;
  const subscription = useMatch('/subscription/:id')?.params.id;
  const billing = useMatch('/billing/subscription/:id')?.params.id;
  const within = subscription ?? billing;
  // Nobody else's screen needs the shops.
  const shops = useCall(listShops, within === undefined ? null : {});
  const shop = shops.data?.find(
    ({ customer, subscriptions }) => customer.id === within || subscriptions.some(({ id }) => id === within),
  );
  return store ?? history ?? shop?.customer.id;
}
