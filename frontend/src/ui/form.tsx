import type { ComponentProps, ReactNode } from 'react';
import { Alert, Button } from './basics';
import type { SubmitForm } from './use-submit-form';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> {
  form: Pick<SubmitForm<Record<string, unknown>>, 'submit' | 'busy' | 'problem'>;
  className?: string;
  children: ReactNode;
}

/** The fields of a form; disabled while it is being sent, with the failure above them. */
export const Form = ({ form, className = 'space-y-5', children, ...rest }: FormProps) => (
  <form {...rest} noValidate onSubmit={form.submit}>
    <fieldset disabled={form.busy} className={className}>
      {form.problem && (
        <Alert live tone="danger">
          {form.problem}
        </Alert>
      )}
      {children}
    </fieldset>
  </form>
);

interface FormActionsProps extends Pick<ComponentProps<typeof Button>, 'variant' | 'disabled'> {
  form: Pick<FormProps['form'], 'busy'>;
  label: string;
  onCancel: () => void;
}

/** The end of a form: a way out, and the button that sends it. */
export const FormActions = ({ form, label, onCancel, ...look }: FormActionsProps) => (
  <div className="actions">
    <Button variant="quiet" onClick={onCancel}>
      キャンセル
    </Button>
    <Button {...look} type="submit" busy={form.busy}>
      {label}
    </Button>
  </div>
);
