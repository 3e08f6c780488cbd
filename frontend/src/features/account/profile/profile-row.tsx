import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/basics';

interface ProfileRowProps {
  field: string;
  label: string;
  value: string | undefined;
  /** Another value is being edited, so this one cannot be. */
  locked: boolean;
  onEdit: () => void;
  /** The form that replaces the value while it is edited. */
  children: ReactNode;
}

/** One value of the account with the button that edits it. */
export function ProfileRow({ field, label, value, locked, onEdit, children }: ProfileRowProps) {
  if (children) {
    return (
      <div className="py-5">
        <dt className="sr-only">{label}</dt>
        <dd className="fade-in">{children}</dd>
      </div>
    );
  }
  return (
    <div className="grid min-h-18 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 py-3">
      <dt className="self-end text-sm text-ink-soft">{label}</dt>
      <dd className={`col-start-1 mt-0.5 self-start break-all ${value ? 'font-semibold' : 'text-ink-soft'}`}>
        {value || '未設定'}
      </dd>
      <dd className="col-start-2 row-span-2 row-start-1">
        <Button
          variant="quiet"
          size="sm"
          className="shrink-0 whitespace-nowrap"
          data-field={field}
          disabled={locked}
          Icon={Pencil}
          aria-label={`${label}を編集`}
          onClick={onEdit}
        >
          編集
        </Button>
      </dd>
    </div>
  );
}
