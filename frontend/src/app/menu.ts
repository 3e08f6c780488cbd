import { CircleUser, Settings, ShieldCheck, Store, type LucideIcon } from 'lucide-react';
import type { User } from '../../../shared/model/account';
import { paths } from '../lib/paths';

export interface MenuItem {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Only the address itself is this item, not what lies below it. */
  end: boolean;
}

const everybody: readonly MenuItem[] = [
  { to: paths.home, label: '店舗選択', Icon: Store, end: true },
  { to: paths.profile, label: 'プロフィール', Icon: CircleUser, end: true },
  { to: paths.settings, label: '設定', Icon: Settings, end: false },
];
const admin: MenuItem = { to: paths.admin, label: '管理', Icon: ShieldCheck, end: true };

/** The menu outside a shop (spec 2, App shell); administrators have their page in it. */
export const mainMenu = (user: User | null | undefined): readonly MenuItem[] => (user?.isAdmin ? [...everybody, admin] : everybody);
