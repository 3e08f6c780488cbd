import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiFailure } from './api-failure';

/**
 * Puts the server's texts under the fields they are about and the focus into the first; false where it names none of
 * these.
 */
export function showWrongFields<Values extends FieldValues>(
  error: unknown,
  names: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  const fields = error instanceof ApiFailure ? error.fields : undefined;
  const wrong = names.filter((name) => fields?.[name]);
  for (const [index, name] of wrong.entries())
    setError(name, { message: fields?.[name] ?? '' }, { shouldFocus: index === 0 });
  return wrong.length > 0;
}
