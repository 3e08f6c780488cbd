import { BadgeCheck, CircleUser, LayoutGrid, Settings, ShieldCheck, Store, Wind, type LucideIcon } from 'lucide-react';
import { matchPath, useLocation } from 'react-router-dom';
import type { User } from '#shared/model/account';
import { paths } from '../lib/paths';
import { useUser } from '../lib/session';
import { useShopOfRoute } from './use-shop-of-route';

interface MenuItem {
  to: string;
  label: string;
  /** A part of the label, where a phone has no room for all of it. */
  short?: string;
  Icon: LucideIcon;
  /** Only the address itself is this item, not what lies below it. */
  end: boolean;
  /** Other addresses that belong to it. */
  also?: readonly string[];
}

const everybody: readonly MenuItem[] = [
  { to: paths.home, label: '店舗選択', Icon: Store, end: true },
  { to: paths.profile, label: 'プロフィール', Icon: CircleUser, end: true },
  { to: paths.settings, label: '設定', Icon: Settings, end: false },
];
const admin: MenuItem = { to: paths.admin, label: '管理', Icon: ShieldCheck, end: true };

/** The menu outside a shop (spec 2, App shell); administrators have their page in it. */
const mainMenu = (user: User | null | undefined): readonly MenuItem[] =>
  user?.isAdmin ? [...everybody, admin] : everybody;

/** The menu inside a shop (spec 2, App shell), and the way out of it. */
const shopMenu = (shopId: string): readonly MenuItem[] => [
  { to: paths.shop(shopId), label: '店舗情報', Icon: Store, end: true, also: ['/payment-history/:id'] },
  {
    to: paths.shopServices(shopId),
    label: '契約中のサービス',
    short: 'サービス',
    Icon: BadgeCheck,
    end: true,
    also: ['/subscription/:id', '/billing/subscription/:id'],
  },
  { to: paths.shopDevices(shopId), label: 'Revonizerデバイス', short: 'デバイス', Icon: Wind, end: true },
  { to: paths.home, label: '店舗一覧へ戻る', short: '店舗一覧', Icon: LayoutGrid, end: true },
];

/** The menu of the screen that is shown, with where one is in it. */
export function useMenu(): readonly (MenuItem & { current: boolean })[] {
  const { user } = useUser();
  const { pathname } = useLocation();
  const shopId = useShopOfRoute();
  const items = shopId === undefined ? mainMenu(user) : shopMenu(shopId);
  const isAt = ({ to, end, also = [] }: MenuItem): boolean =>
    matchPath({ path: to, end }, pathname) !== null || also.some((path) => matchPath(path, pathname));
  return items.map((item) => ({ ...item, current: isAt(item) }));
}
