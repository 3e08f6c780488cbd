import { useRef, useState, type FormEvent } from 'react';
import { ApiFailure, failureText, type FailureTexts } from '../lib/api-failure';
import { afterPress } from './after-press';
import { useAction, type Then } from './use-action';

interface TextFormOptions<Values> {
  defaultValues: Values;
  /** A message above the fields from the start. */
  problem: string | undefined;
  /** Sends the form once it is valid. */
  send: (values: Values) => Promise<Then | void>;
  /** The text above the fields for a failure that names none, and the field to focus; undefined for no text. */
  failed: (error: unknown, values: Values) => (FailureTexts & { focus: keyof Values }) | undefined;
}

/**
 * Like `useSubmitForm` for a few lines of text, without react-hook-form, because of the first page's budget of 115 kB
 * (decisions/page): it has 113.1 kB with this, 127.8 kB with `useSubmitForm` and the same checks, and 128.7 kB with
 * its resolver of schemas too (2026-11-26). A field is checked when it is left, and from then on with each change.
 * `checks` returns the text under a wrong field.
 */
export function useTextForm<Values extends Record<string, string>>(
  checks: { [Name in keyof Values]: (values: Values) => string | undefined },
  { defaultValues, problem: initialProblem, send, failed }: TextFormOptions<Values>,
) {
  const names = Object.keys(defaultValues) as (keyof Values & string)[];
  const inputs = useRef<Partial<Record<keyof Values, HTMLInputElement | null>>>({});
  const left = useRef(new Set<keyof Values>());
  const [errors, setErrors] = useState<Partial<Record<keyof Values, string | undefined>>>({});
  const [problem, setProblem] = useState(initialProblem);

  const read = (): Values =>
    Object.fromEntries(names.map((name) => [name, inputs.current[name]?.value ?? ''])) as Values;
  const focus = (name: keyof Values): void => {
    inputs.current[name]?.focus();
    inputs.current[name]?.select();
  };
  const check = (name: keyof Values): void => setErrors((known) => ({ ...known, [name]: checks[name](read()) }));

  const showProblem = (error: unknown, values: Values): Then | undefined => {
    const fields = (error instanceof ApiFailure && error.fields) || {};
    const wrong = names.find((name) => fields[name] !== undefined);
    if (wrong) {
      setErrors(fields as typeof errors);
      return () => focus(wrong);
    }
    const failure = failed(error, values);
    if (!failure) return undefined;
    setProblem(failureText(error, failure));
    return () => focus(failure.focus);
  };

  const [run, busy] = useAction(async (values: Values) => {
    try {
      return await send(values);
    } catch (error) {
      return showProblem(error, values);
    }
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setProblem(undefined);
    const values = read();
    const found = Object.fromEntries(names.map((name) => [name, checks[name](values)])) as typeof errors;
    left.current = new Set(names);
    setErrors(found);
    const wrong = names.find((name) => found[name] !== undefined);
    if (wrong === undefined) run(values);
    else focus(wrong);
  };

  return {
    submit,
    busy,
    problem,
    /** The props of one field. */
    field: (name: keyof Values & string) => ({
      name,
      defaultValue: defaultValues[name],
      ref: (input: HTMLInputElement | null) => void (inputs.current[name] = input),
      onBlur: () => {
        left.current.add(name);
        afterPress(() => check(name));
      },
      onChange: () => {
        if (left.current.has(name)) check(name);
      },
      error: errors[name],
    }),
  };
}
