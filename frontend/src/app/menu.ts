import { BadgeCheck, CircleUser, LayoutGrid, Settings, ShieldCheck, Store, Wind, type LucideIcon } from 'lucide-react';
import type { User } from '#shared/model/account';
import { paths } from '../lib/paths';
import { useUser } from '../lib/session';
import type { MenuName } from './screen-entry';
import { useScreen } from './use-screen';

interface MenuItem {
  name: MenuName;
  to: string;
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
const shopMenu = (shopId: string): readonly MenuItem[] => [
  { name: 'shop', to: paths.shop(shopId), label: '店舗情報', Icon: Store },
  { name: 'services', to: paths.shopServices(shopId), label: '契約中のサービス', short: 'サービス', Icon: BadgeCheck },
  { name: 'devices', to: paths.shopDevices(shopId), label: 'Revonizerデバイス', short: 'デバイス', Icon: Wind },
  { name: 'shops', to: paths.home, label: '店舗一覧へ戻る', short: '店舗一覧', Icon: LayoutGrid },
];

/** The menu of the screen that is shown; `current` marks the item that the screen belongs to. */
export function useMenu(): readonly (MenuItem & { current: boolean })[] {
  const { user } = useUser();
  const { menu, shopId } = useScreen();
  const items = shopId === undefined ? mainMenu(user) : shopMenu(shopId);
  return items.map((item) => ({ ...item, current: item.name === menu }));
}
