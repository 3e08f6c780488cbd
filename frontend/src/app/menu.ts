import { BadgeCheck, CircleUser, LayoutGrid, Settings, ShieldCheck, Store, Wind, type LucideIcon } from 'lucide-react';
import type { User } from '#shared/model/account';
import { paths } from '../lib/paths';
import { useUser } from '../lib/session';
import { matchPath, useLocation } from 'react-router-dom';
import { useShopList } from '../lib/use-shops';
import type { MenuName } from './screen-entry';
import { signedInScreens } from './screens';

interface MenuItem {
  name: MenuName;
  /** Undefined while the shop that it leads to is not known. */
  to: string | undefined;
  label: string;
  /** A shorter label for the phone. */
  short?: string;
  Icon: LucideIcon;
}

const everybody: readonly MenuItem[] = [
  { name: 'shops', to: paths.home, label: '店舗選択', Icon: Store },
  { name: 'profile', to: paths.profile, label: 'プロフィール', Icon: CircleUser },
  { name: 'settings', to: paths.settings, label: '設定', Icon: Settings },
];
const admin: MenuItem = { name: 'admin', to: paths.admin, label: '管理', Icon: ShieldCheck };

/** The menu outside of a shop (spec 2, App shell); administrators have their page in it. */
const mainMenu = (user: User | null | undefined): readonly MenuItem[] =>
  user?.isAdmin ? [...everybody, admin] : everybody;

/** The menu inside a shop (spec 2, App shell). Its last item leaves the shop. */
const shopMenu = (shopId: string | undefined): readonly MenuItem[] => {
  const to = (path: (id: string) => string): string | undefined => (shopId === undefined ? undefined : path(shopId));
  return [
    { name: 'shop', to: to(paths.shop), label: '店舗情報', Icon: Store },
    { name: 'services', to: to(paths.shopServices), label: '契約中のサービス', short: 'サービス', Icon: BadgeCheck },
    { name: 'devices', to: to(paths.shopDevices), label: 'Revonizerデバイス', short: 'デバイス', Icon: Wind },
    { name: 'shops', to: paths.home, label: '店舗一覧へ戻る', short: '店舗一覧', Icon: LayoutGrid },
  ];
};

/** The menu of the screen that is shown; `current` marks the item that the screen belongs to. */
export function useMenu(): readonly (MenuItem & { current: boolean })[] {
  const { user } = useUser();
  const { menu, shopId, findsShop } = useScreen();
  // While the shop is being read, its menu is shown already, so that the items do not move under the finger.
  const items = shopId === undefined && !findsShop ? mainMenu(user) : shopMenu(shopId);
  return items.map((item) => ({ ...item, current: item.name === menu }));
}

/** Finds the current screen in the table of screens, and the shop that it belongs to. */
export function useScreen() {
  const { pathname } = useLocation();
  const screen = signedInScreens.find(({ path }) => matchPath(path, pathname));
  const value = screen && Object.values(matchPath(screen.path, pathname)?.params ?? {})[0];
  const bySubscription = screen?.shopBy === 'subscription';
  const shops = useShopList(screen?.shopBy !== undefined);
  // A payment method's address may name the shop itself (spec 2).
  const shop = shops.data?.find(
    ({ customer, subscriptions }) => customer.id === value || subscriptions.some(({ id }) => id === value),
  );
  return {
    menu: screen?.menu,
    /** The shop that the screen is inside of (spec 2, App shell); undefined elsewhere, and while it is loaded. */
    shopId: screen?.shopBy === 'id' && !shops.data ? value : shop?.customer.id,
    /** The screen is inside of a shop that is not known yet. */
    findsShop: bySubscription && shops.isLoading,
  };
}
