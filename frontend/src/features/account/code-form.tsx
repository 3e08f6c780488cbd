import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, type ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { setupCodeSchema } from '#shared/model/account';
import { failureText } from '../../lib/failure-text';
import { useBusy } from '../../lib/use-busy';
import { Button } from '../../ui/button';
import { CodeField } from '../../ui/code-field';

const schema = z.object({ code: setupCodeSchema });

interface CodeFormProps {
  label: string;
  submitLabel: string;
  /** Sends the code; where it is refused, that is said under the field. */
  onSubmit: (code: string) => Promise<void>;
  /** What is said of a refusal without words of its own. */
  refused: string;
  /** Sends another code; where that fails, it is said under the field. */
  onResend?: () => Promise<void>;
  onCancel: () => void;
  cancelLabel?: string;
  /** Stands among other things of a screen, not in a dialog: the buttons begin where the field does. */
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
  inline = false,
  children,
}: CodeFormProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    resolver: zodResolver(schema),
    reValidateMode: 'onChange',
    defaultValues: { code: '' },
  });
  const [busy, whileBusy] = useBusy();
  const [resending, whileResending] = useBusy();

  useEffect(() => setFocus('code'), [setFocus]);

  const submit = handleSubmit(async ({ code }) => {
    try {
      await whileBusy(() => onSubmit(code));
    } catch (error) {
      setError('code', { message: failureText(error, { refused }) });
      setFocus('code', { shouldSelect: true });
    }
  });

  const resend = async (): Promise<void> => {
    try {
      await whileResending(async () => onResend?.());
    } catch (error) {
      setError('code', {
        message: failureText(error, {
          refused: '認証コードを再送信できませんでした',
          unreachable: '通信エラーが発生しました',
        }),
      });
    }
    setFocus('code');
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <fieldset disabled={busy} className="space-y-5">
        {children}
        <CodeField label={label} data-autofocus error={formState.errors.code?.message} {...register('code')} />
        <div className={`flex flex-col-reverse gap-3 ${inline ? 'sm:flex-row-reverse' : 'sm:flex-row'} sm:justify-end`}>
          <Button variant="quiet" onClick={onCancel}>
            {cancelLabel}
          </Button>
          {onResend && (
            <Button variant="secondary" busy={resending} onClick={() => void resend()}>
              コードを再送信
            </Button>
          )}
          <Button type="submit" busy={busy}>
            {submitLabel}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}
