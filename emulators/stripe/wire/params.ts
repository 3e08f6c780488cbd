import { errors } from './errors';
import type { FormHash, FormValue } from './form';
import { named, type Words } from './objects';

/** Reads one parameter, or throws Stripe's error. `path` names it in the error: `items[0][price]`. */
export interface Reader<T> {
  read(value: FormValue, path: string): T;
  required?: true;
}

type Required<T> = Reader<T> & { required: true };

/** A parameter that Stripe knows and the emulator does not. */
export const unsupported = 'unsupported';

/** Several unsupported parameters, by their names with spaces between: `...not('mandate on_behalf_of')`. */
export const not = <T extends string>(names: T): Record<Words<T>, typeof unsupported> => named(names, unsupported);

export type Shape = Record<string, Reader<unknown> | typeof unsupported>;

type Supported<S extends Shape> = { [K in keyof S as S[K] extends Reader<unknown> ? K : never]: S[K] };
export type Params<S extends Shape> = {
  [K in keyof Supported<S> as S[K] extends Required<unknown> ? K : never]: S[K] extends Reader<infer T> ? T : never;
} & {
  [K in keyof Supported<S> as S[K] extends Required<unknown> ? never : K]?: S[K] extends Reader<infer T> ? T : never;
};

/**
 * Gives every parameter of one of the SDK's `…Params` types a reader or marks it unsupported, so that a parameter of
 * the SDK is either understood or refused by name. `expand` is read for all operations in one place.
 */
export const paramsOf =
  <P>() =>
  <S extends { [K in Exclude<keyof P, 'expand'>]-?: Reader<unknown> | typeof unsupported }>(
    shape: S & { [K in Exclude<keyof S, keyof P>]: never },
  ): S =>
    shape;

/** A parameter that changes nothing here: a mandate, or how a redirect would return. */
export const ignored: Reader<unknown> = { read: (value) => value };

const scalar = (value: FormValue, path: string): string => {
  if (typeof value !== 'string') throw errors.invalid(`Invalid string: ${path} must be a string.`, { param: path });
  if (value === '') throw errors.emptyParameter(path);
  return value;
};

export const text = (maximum = 5000): Reader<string> => ({
  read(value, path) {
    const given = scalar(value, path);
    if (given.length > maximum) {
      throw errors.invalid(`Invalid string: ${path} must be at most ${maximum} characters.`, {
        code: 'parameter_invalid_string',
        param: path,
      });
    }
    return given;
  },
});

export const integer = (bounds: { min?: number; max?: number } = {}): Reader<number> => ({
  read(value, path) {
    const given = scalar(value, path);
    if (!/^-?\d+$/.test(given))
      throw errors.invalid(`Invalid integer: ${given}`, { code: 'parameter_invalid_integer', param: path });
    const number = Number(given);
    if (bounds.min !== undefined && number < bounds.min) {
      throw errors.invalid(`This value must be greater than or equal to ${bounds.min}.`, {
        code: 'parameter_invalid_integer',
        param: path,
      });
    }
    if (bounds.max !== undefined && number > bounds.max) {
      throw errors.invalid(`This value must be less than or equal to ${bounds.max}.`, {
        code: 'parameter_invalid_integer',
        param: path,
      });
    }
    return number;
  },
});

export const decimal = (bounds: { above: number; max: number }): Reader<number> => ({
  read(value, path) {
    const given = scalar(value, path);
    const number = Number(given);
    if (!Number.isFinite(number))
      throw errors.invalid(`Invalid decimal: ${given}`, { code: 'parameter_invalid_decimal', param: path });
    if (!(number > bounds.above && number <= bounds.max)) {
      throw errors.invalid(`Invalid ${path}: must be above ${bounds.above} and at most ${bounds.max}.`, {
        param: path,
      });
    }
    return number;
  },
});

export const flag = (): Reader<boolean> => ({
  read(value, path) {
    const given = scalar(value, path);
    if (given !== 'true' && given !== 'false') throw errors.invalid(`Invalid boolean: ${given}`, { param: path });
    return given === 'true';
  },
});

/** Unix time in seconds. */
export const timestamp = (): Reader<number> => ({
  read(value, path) {
    const given = scalar(value, path);
    if (!/^\d{1,11}$/.test(given)) {
      throw errors.invalid(`Invalid timestamp: can only be a Unix timestamp in seconds, got ${given}`, { param: path });
    }
    return Number(given);
  },
});

export const choice = <const T extends string>(...values: T[]): Reader<T> => ({
  read(value, path) {
    const given = scalar(value, path);
    const found = values.find((one) => one === given);
    if (found !== undefined) return found;
    const names = values.length > 1 ? `one of ${values.slice(0, -1).join(', ')}, or ${values.at(-1)}` : values.join('');
    throw errors.invalid(`Invalid ${path}: must be ${names}`, { param: path });
  },
});

/** One of `values`; those in `except` are known to Stripe, and the emulator refuses them by name. */
export const choiceExcept = <const T extends string>(except: string[], ...values: T[]): Reader<T> => ({
  read(value, path) {
    if (typeof value === 'string' && except.includes(value)) throw errors.unsupported(`${path}=${value}`);
    return choice(...values).read(value, path);
  },
});

/** Reads an empty value as null, which unsets the field. */
export const clearable = <T>(inner: Reader<T>): Reader<T | null> => ({
  read: (value, path) => (value === '' ? null : inner.read(value, path)),
});

export const either = <A, B>(
  test: (value: FormValue) => boolean,
  first: Reader<A>,
  second: Reader<B>,
): Reader<A | B> => ({
  read: (value, path) => (test(value) ? first.read(value, path) : second.read(value, path)),
});

export const list = <T>(inner: Reader<T>, maximum = 100): Reader<T[]> => ({
  read(value, path) {
    if (typeof value === 'string') throw errors.invalid(`Invalid array`, { param: path });
    const keys = Object.keys(value);
    if (keys.some((key) => !/^\d+$/.test(key))) throw errors.invalid(`Invalid array`, { param: path });
    if (keys.length > maximum)
      throw errors.invalid(`Invalid array: ${path} takes at most ${maximum} values.`, { param: path });
    return keys
      .toSorted((left, right) => Number(left) - Number(right))
      .map((key) => inner.read((value as FormHash)[key] ?? '', `${path}[${key}]`));
  },
});

export const required = <T>(inner: Reader<T>): Required<T> => ({ ...inner, required: true });

/** A hash with the fields named; any other is unknown. */
export const fields = <S extends Shape>(shape: S): Reader<Params<S>> => ({
  read(value, path) {
    if (typeof value === 'string' || Array.isArray(value)) throw errors.invalid('Invalid object', { param: path });
    return readParams(shape, value, path);
  },
});

/** Reads all parameters of a request against the shape; `at` names their hash in errors. */
export function readParams<S extends Shape>(shape: S, form: FormHash, at = ''): Params<S> {
  const read: Record<string, unknown> = {};
  const nameOf = (key: string): string => (at === '' ? key : `${at}[${key}]`);
  for (const [key, value] of Object.entries(form)) {
    const reader = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (reader === undefined) throw errors.unknownParameter(nameOf(key));
    if (reader === unsupported) throw errors.unsupported(`the parameter ${nameOf(key)}`);
    read[key] = reader.read(value, nameOf(key));
  }
  for (const [key, reader] of Object.entries(shape)) {
    if (reader !== unsupported && reader.required && !(key in read)) throw errors.missingParameter(nameOf(key));
  }
  return read as Params<S>;
}
