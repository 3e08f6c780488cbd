import { invalid } from './errors';

export type Input = Record<string, unknown>;

/** Reads an operation's parameters; unknown ones are refused by name, so that none is ignored silently. */
export class Parameters {
  constructor(
    private readonly input: Input,
    operation: string,
    known: readonly string[],
  ) {
    const foreign = Object.keys(input).find(
      (name) => input[name] !== undefined && input[name] !== null && !known.includes(name),
    );
    if (foreign !== undefined)
      throw invalid(`The Secrets Manager emulator does not support ${foreign} of ${operation}.`);
  }

  text(name: string): string | undefined {
    const value = this.input[name] ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    throw invalid(`${name} must be a string.`);
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') throw invalid(`You must provide a value for the ${name} parameter.`);
    return value;
  }

  number(name: string, min: number, max: number): number | undefined {
    const value = this.input[name] ?? undefined;
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return value;
    throw invalid(`${name} must be between ${min} and ${max}.`);
  }

  flag(name: string): boolean {
    const value = this.input[name] ?? false;
    if (typeof value === 'boolean') return value;
    throw invalid(`${name} must be true or false.`);
  }

  list(name: string): unknown[] | undefined {
    const value = this.input[name] ?? undefined;
    if (value === undefined || Array.isArray(value)) return value;
    throw invalid(`${name} must be a list.`);
  }

  /** The text to keep; undefined if none is given. */
  value(): string | undefined {
    const string = this.text('SecretString');
    if (Buffer.byteLength(string ?? '') > 65_536) throw invalid('The secret value is longer than 65536 bytes.');
    return string;
  }
}
