import { matchPath, useLocation } from 'react-router-dom';
import { useShopList } from '../lib/use-shops';
import type { MenuName } from './screen-entry';
import { signedInScreens } from './screens';

interface ShownScreen {
  menu: MenuName | undefined;
  /** The shop that the screen is inside of (spec 2, App shell); undefined elsewhere, and while it is loaded. */
  shopId: string | undefined;
  /** The screen is inside of a shop that is not known yet. */
  findsShop: boolean;
}

/** Finds the current screen in the table of screens, and the shop that it belongs to. */
export function useScreen(): ShownScreen {
  const { pathname } = useLocation();
  const screen = signedInScreens.find(({ path }) => matchPath(path, pathname));
  const value = screen && Object.values(matchPath(screen.path, pathname)?.params ?? {})[0];
  const bySubscription = screen?.shopBy === 'subscription';
  // Only screens of a subscription need the list of shops to find theirs.
  const shops = useShopList(bySubscription);
  // A payment method's address may name the shop itself (spec 2).
  const shop = shops.data?.find(
    ({ customer, subscriptions }) => customer.id === value || subscriptions.some(({ id }) => id === value),
  );
  return {
    menu: screen?.menu,
    shopId: bySubscription ? shop?.customer.id : screen?.shopBy === 'id' ? value : undefined,
    findsShop: bySubscription && shops.isLoading,
  };
}
