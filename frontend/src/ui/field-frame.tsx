import { useId, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';

/** The texts of every field. */
export interface FieldTexts {
  label: string;
  help?: ReactNode;
  /** The error in the input, and how to correct it. */
  error?: string | undefined;
  /** Marks the label only; the form validates. */
  required?: boolean | undefined;
}

/** The id of a control: the given one, or one of its own. */
export function useFieldId(given: string | undefined): string {
  const own = useId();
  return given ?? own;
}

/** The id and ARIA attributes of a control; derived ids start with `id`. */
export function fieldWiring(id: string, { help, error, required }: Omit<FieldTexts, 'label'>) {
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ');
  return {
    id,
    'aria-invalid': error ? (true as const) : undefined,
    'aria-required': required || undefined,
    'aria-describedby': describedBy || undefined,
  };
}

export const controlClasses = [
  'block w-full min-h-12 rounded-field border bg-surface px-3.5 py-2.5 text-base text-ink',
  'transition-[border-color,box-shadow]',
  'focus:outline-none focus:ring-2 focus:ring-accent/30',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-soft',
].join(' ');

export const controlTone = (error: string | undefined): string =>
  error
    ? 'border-danger focus:border-danger focus:ring-danger/25'
    : 'border-line-strong hover:border-ink-soft focus:border-accent';

/** Label above, control, message and help below: the same for every field. */
export function FieldFrame({
  id,
  label,
  help,
  error,
  required,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="mb-1.5 flex items-center gap-2 text-sm font-semibold text-ink">
        <label htmlFor={id}>{label}</label>
        {required && <RequiredMark />}
      </div>
      {children}
      <FieldMessages id={id} help={help} error={error} />
    </div>
  );
}

/** For sighted users only; screen readers get `aria-required`. */
const RequiredMark = () => (
  <span aria-hidden className="shrink-0 rounded bg-ink/8 px-1.5 py-px text-[0.6875rem] font-medium text-ink-soft">
    必須
  </span>
);

export function FieldMessages({ id, help, error }: { id: string; help?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 flex gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="mt-1.5 text-sm text-ink-soft">
          {help}
        </p>
      )}
    </>
  );
}
