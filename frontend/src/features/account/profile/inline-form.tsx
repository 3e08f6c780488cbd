import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../../ui/button';

interface InlineFormProps {
  busy: boolean;
  submitLabel?: string;
  onSubmit: (event: FormEvent) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** One field in its row, with its two ways out. Escape gives up, too. */
export function InlineForm({ busy, submitLabel = '保存', onSubmit, onCancel, children }: InlineFormProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    const giveUp = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') onCancel();
    };
    element?.addEventListener('keydown', giveUp);
    return () => element?.removeEventListener('keydown', giveUp);
  }, [onCancel]);
  return (
    <form ref={form} noValidate onSubmit={onSubmit}>
      <fieldset disabled={busy} className="max-w-xl">
        {children}
        <div className="mt-4 flex flex-wrap gap-3">
          <Button type="submit" size="sm" busy={busy}>
            {submitLabel}
          </Button>
          {/* Leaving the field would check it, and its message would push this button away from under the pointer. */}
          <Button variant="quiet" size="sm" onMouseDown={(event) => event.preventDefault()} onClick={onCancel}>
            キャンセル
          </Button>
        </div>
      </fieldset>
    </form>
  );
}
