import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { Button } from '../../../ui/button';
import { Form } from '../../../ui/form';
import { isConverting } from '../../../ui/is-converting';

interface InlineFormProps {
  form: ComponentProps<typeof Form>['form'];
  submitLabel?: string;
  onCancel: () => void;
  children: ReactNode;
}

/** One field in its row, with a button to save and one to leave. Escape leaves, too. */
export function InlineForm({ form, submitLabel = '保存', onCancel, children }: InlineFormProps) {
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const current = element.current;
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isConverting(event)) onCancel();
    };
    current?.addEventListener('keydown', leave);
    return () => current?.removeEventListener('keydown', leave);
  }, [onCancel]);
  return (
    <Form ref={element} form={form} className="max-w-xl">
      {children}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button type="submit" size="sm" busy={form.busy}>
          {submitLabel}
        </Button>
        <Button variant="quiet" size="sm" onClick={onCancel}>
          キャンセル
        </Button>
      </div>
    </Form>
  );
}
