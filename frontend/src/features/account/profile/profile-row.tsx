import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button';

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
    <div className="flex min-h-18 items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <dt className="text-sm text-ink-soft">{label}</dt>
        <dd className={`mt-0.5 break-all ${value ? 'font-semibold' : 'text-ink-soft'}`}>{value || '未設定'}</dd>
      </div>
      <Button
        variant="quiet"
        size="sm"
        className="shrink-0 whitespace-nowrap"
        data-field={field}
        disabled={locked}
        icon={<Pencil aria-hidden className="size-4" />}
        aria-label={`${label}を編集`}
        onClick={onEdit}
      >
        編集
      </Button>
    </div>
  );
}
