import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { EllipsisVertical, Trash2 } from 'lucide-react';

/** The actions of a shop's card (spec 2, Home dashboard). */
export function ShopMenu({ name, onDelete }: { name: string; onDelete: () => void }) {
  return (
    <Menu>
      <MenuButton aria-label={`${name}のメニュー`} className="icon-button relative z-10 -mt-2 -mr-2">
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
          <button
            type="button"
            onClick={onDelete}
            className={[
              'flex min-h-11 w-full items-center gap-2.5 rounded-md px-3 text-left font-medium text-danger',
              'data-focus:bg-danger-soft',
            ].join(' ')}
          >
            <Trash2 aria-hidden className="size-5" />
            削除
          </button>
        </MenuItem>
      </MenuItems>
    </Menu>
  );
}
