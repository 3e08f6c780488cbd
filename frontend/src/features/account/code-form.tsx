import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { setupCodeSchema } from '#shared/model/account';
import { failureText } from '../../lib/api';
import { Button } from '../../ui/basics';
import { CodeField } from '../../ui/fields';
import { Form } from '../../ui/form';
import { useAction } from '../../ui/use-action';
import { useSubmitForm } from '../../ui/use-submit-form';

const schema = z.object({ code: setupCodeSchema });

interface CodeFormProps {
  label: string;
  submitLabel: string;
  /** Sends the code. @throws {ApiFailure} which is shown under the field. */
  onSubmit: (code: string) => Promise<void>;
  /** Shown if the server refuses without a text of its own. */
  refused: string;
  /** Sends another code. @throws {ApiFailure} which is shown under the field. */
  onResend?: () => Promise<void>;
  onCancel: () => void;
  cancelLabel?: string;
  /** Whether the field takes the focus, with the keyboard of a phone: not where something comes before it. */
  focused?: boolean;
  /** Whether it is part of a screen, not of a dialog: then the buttons align with the field. */
  inline?: boolean;
  children?: ReactNode;
}

/**
 * Asks for a code of six that was just sent or is shown by an app. A refused code stays, selected, to be typed over.
 */
export function CodeForm({
  label,
  submitLabel,
  onSubmit,
  refused,
  onResend,
  onCancel,
  cancelLabel = 'キャンセル',
  focused = true,
  inline = false,
  children,
}: CodeFormProps) {
  const form = useSubmitForm(schema, {
    defaultValues: { code: '' },
    focusFirst: focused,
    send: ({ code }) => onSubmit(code),
    failed: { under: 'code', refused },
  });
  const { setError, setFocus } = form.rhf;
  const [resend, resending] = useAction(
    async () => {
      await onResend?.();
      return () => setFocus('code');
    },
    (error) => {
      setError('code', { message: failureText(error, { refused: '認証コードを再送信できませんでした' }) });
      return () => setFocus('code');
    },
  );

  return (
    <Form form={form}>
      {children}
      <CodeField label={label} {...(focused && { 'data-autofocus': true })} {...form.field('code')} />
      <div className={inline ? 'flex flex-col-reverse gap-3 sm:flex-row-reverse sm:justify-end' : 'actions'}>
        <Button variant="quiet" onClick={onCancel}>
          {cancelLabel}
        </Button>
        {onResend && (
          <Button variant="secondary" busy={resending} onClick={resend}>
            コードを再送信
          </Button>
        )}
        <Button type="submit" busy={form.busy}>
          {submitLabel}
        </Button>
      </div>
    </Form>
  );
}
