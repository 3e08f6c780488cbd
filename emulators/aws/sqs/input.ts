import { invalid, invalidValue, missing } from './errors';

/** Reads the parameters of a request or of an entry of a batch; unknown ones are refused by name. */
export class Input {
  constructor(
    private readonly given: Readonly<Record<string, unknown>>,
    known: readonly string[],
  ) {
    const foreign = Object.keys(given).find((name) => given[name] != null && !known.includes(name));
    if (foreign !== undefined) throw invalid(`The SQS emulator does not support the parameter ${foreign}.`);
  }

  text(name: string): string | undefined {
    const value = this.given[name] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw invalidValue(name, value, 'Must be a string.');
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') throw missing(name);
    return value;
  }

  /** A whole number between both ends; undefined if it is not given. */
  integer(name: string, least: number, most: number): number | undefined {
    const value = this.given[name] ?? undefined;
    if (value === undefined) return undefined;
    if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    throw invalidValue(name, value, `Must be an integer from ${least} to ${most}.`);
  }

  list(name: string): unknown[] {
    const value = this.given[name] ?? [];
    if (Array.isArray(value)) return value;
    throw invalidValue(name, value, 'Must be a list.');
  }

  /** Attributes by their names; values are text. */
  attributes(name: string): Record<string, string> {
    return { ...(this.given[name] as Record<string, string> | undefined) };
  }
}
