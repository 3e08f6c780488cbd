import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { BadgeCheck, EllipsisVertical, ReceiptText, Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths';

const item = 'flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 text-left font-medium';

/** The actions of a shop's card (spec 2, Home dashboard). */
export function ShopMenu({ id, name, onDelete }: { id: string; name: string; onDelete: () => void }) {
  return (
    <Menu>
      <MenuButton aria-label={`${name}のメニュー`} className="icon-button relative z-10 -mt-2 -mr-3">
        <EllipsisVertical aria-hidden className="size-5" />
      </MenuButton>
      <MenuItems
        anchor="bottom end"
        className={[
          'fade-in z-40 mt-1 min-w-44 rounded-field border border-line bg-surface p-1.5 shadow-raised',
          'outline-none',
        ].join(' ')}
      >
        <MenuItem>
          <Link to={paths.paymentHistory(id)} className={`${item} data-focus:bg-sunken`}>
            <ReceiptText aria-hidden className="size-5" />
            お支払い履歴
          </Link>
        </MenuItem>
        <MenuItem>
          <Link to={paths.shopServices(id)} className={`${item} data-focus:bg-sunken`}>
            <BadgeCheck aria-hidden className="size-5" />
            契約・数量の変更
          </Link>
        </MenuItem>
        <MenuItem>
          <button type="button" onClick={onDelete} className={`${item} text-danger data-focus:bg-danger-soft`}>
            <Trash2 aria-hidden className="size-5" />
            削除
          </button>
        </MenuItem>
      </MenuItems>
    </Menu>
  );
}
