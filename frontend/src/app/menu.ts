import { Store, type LucideIcon } from 'lucide-react';
import { paths } from '../lib/paths';

export interface MenuItem {
  to: string;
  label: string;
  Icon: LucideIcon;
}

/** The menu outside a shop (spec 2, App shell). An item is here when its screen is. */
export const mainMenu: readonly MenuItem[] = [{ to: paths.home, label: '店舗選択', Icon: Store }];
