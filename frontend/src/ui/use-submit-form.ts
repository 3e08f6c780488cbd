import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState, type FormEvent } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type Resolver,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiFailure, wasDeclined, failureText, type FailureTexts } from '../lib/api';
import { afterPress } from './after-press';
import { showFailure, type FailureToast } from './toast';
import { useAction, type Then } from './use-action';

/** The place of a failure: in a toast, under a field, or (without either) above the form. */
type FormFailure<Values extends FieldValues> =
  | FailureToast
  | (FailureTexts & { title?: undefined; under?: FieldPath<Values> });

interface SubmitFormOptions<Values extends FieldValues, Sent> {
  /** The value of every field; the first of them is the form's first field. */
  defaultValues: Values & DefaultValues<Values>;
  /** Gives the first field the focus when the form appears, with its text selected. */
  focusFirst?: boolean;
  /**
   * Sends the form once it is valid: `values` as the schema returns them, `typed` as they were typed. The function that
   * it returns is called when the fields are enabled again.
   */
  send: (values: Sent, typed: Values) => Promise<Then | void>;
  /** Called when the form is submitted with a wrong field. */
  onInvalid?: () => void;
  /** Focuses a wrong field; by default the wrong field that registered first. */
  focusInvalid?: () => void;
  /** How a failure is shown if it names no field; undefined if nothing is to be shown. */
  failed: FormFailure<Values> | ((error: unknown) => FormFailure<Values> | undefined);
  /** The field for a path in the request's body; by default the field of the same name. */
  fieldOf?: (path: string) => FieldPath<Values> | undefined;
}

export type SubmitForm<Values extends FieldValues, Sent = Values> = ReturnType<typeof useSubmitForm<Values, Sent>>;

/**
 * A form that a schema (the server's own) checks and a call sends. A field is checked when it is left (by a press: once
 * that is over), and from then on with each change. A second press during sending does nothing. The server's texts are
 * shown under their fields; any other failure is shown as `failed` says. The focus returns to a field.
 */
export function useSubmitForm<Values extends FieldValues, Sent>(
  schema: z.core.$ZodType<Sent, Values> | Resolver<Values, unknown, Sent>,
  options: SubmitFormOptions<Values, Sent>,
) {
  const { defaultValues, focusFirst = false, send, onInvalid, focusInvalid, failed, fieldOf } = options;
  const rhf = useForm<Values, unknown, Sent>({
    resolver: typeof schema === 'function' ? schema : zodResolver(schema),
    mode: 'onTouched',
    shouldFocusError: focusInvalid === undefined,
    defaultValues,
  });
  const { setError, setFocus } = rhf;
  const [problem, setProblem] = useState<string>();
  const names = Object.keys(defaultValues) as FieldPath<Values>[];
  const first = names[0];

  useEffect(() => {
    if (focusFirst && first) setFocus(first, { shouldSelect: true });
  }, [focusFirst, first, setFocus]);

  const focus =
    (name = first): Then =>
    () => {
      if (name) setFocus(name, { shouldSelect: true });
    };

  const showProblem = (error: unknown): Then | undefined => {
    if (wasDeclined(error)) return focus();
    const wrong = fieldErrors(error, fieldOf ?? ((path) => names.find((known) => known === path)));
    for (const { name, message } of wrong) setError(name, { message });
    if (wrong[0]) return focus(wrong[0].name);
    const failure = typeof failed === 'function' ? failed(error) : failed;
    if (!failure) return undefined;
    if (failure.title !== undefined) showFailure(error, failure);
    else if (failure.under) setError(failure.under, { message: failureText(error, failure) });
    else setProblem(failureText(error, failure));
    return focus(failure.title === undefined ? failure.under : undefined);
  };

  const [run, busy] = useAction(async (values: Sent) => {
    try {
      return await send(values, rhf.getValues());
    } catch (error) {
      return showProblem(error);
    }
  });
  const submit = rhf.handleSubmit(
    (values) => run(values),
    () => {
      focusInvalid?.();
      onInvalid?.();
    },
  );

  return {
    submit: (event: FormEvent): void => {
      setProblem(undefined);
      void submit(event);
    },
    /** True while the form is being sent; every field is disabled then. */
    busy,
    problem,
    /** The props of one field: its registration, and the text under it. */
    field: <Name extends FieldPath<Values>>(name: Name, rules?: RegisterOptions<Values, Name>) => {
      const registered = rhf.register(name, rules);
      return {
        ...registered,
        onBlur: async (event: Parameters<typeof registered.onBlur>[0]) =>
          afterPress(() => void registered.onBlur(event)),
        error: rhf.getFieldState(name, rhf.formState).error?.message,
      };
    },
    /** The underlying form, for anything beyond fields and sending. */
    rhf,
  };
}

/** The server's texts with the fields that they belong to. */
function fieldErrors<Name>(
  error: unknown,
  fieldOf: (path: string) => Name | undefined,
): { name: Name; message: string }[] {
  const texts = Object.entries((error instanceof ApiFailure && error.fields) || {});
  return texts.flatMap(([path, message]) => {
    const name = fieldOf(path);
    return name ? [{ name, message }] : [];
  });
}
