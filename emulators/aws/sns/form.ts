/** An error of SNS's, with the code and status of its API reference. */
export class ServiceError extends Error {
  constructor(
    readonly code: 'InvalidAction' | 'InvalidParameter' | 'MissingAuthenticationToken' | 'NotFound',
    message: string,
    readonly status = code === 'NotFound' ? 404 : 400,
  ) {
    super(message);
  }
}

export const invalid = (message: string): ServiceError =>
  new ServiceError('InvalidParameter', `Invalid parameter: ${message}`);

/**
 * The parameters of a request of the AWS query protocol: flat names, lists as `X.member.1`, maps as `X.entry.1.key`.
 */
export class Form {
  readonly #values: URLSearchParams;
  readonly #read = new Set<string>(['Action', 'Version']);

  constructor(text: string) {
    this.#values = new URLSearchParams(text);
  }

  text(name: string): string | undefined {
    this.#read.add(name);
    return this.#values.get(name) ?? undefined;
  }

  required(name: string): string {
    const value = this.text(name);
    if (value === undefined || value === '') throw invalid(`${name} Reason: no value for required parameter`);
    return value;
  }

  /**
   * The numbered prefixes below a prefix, in order: `Attributes.entry` gives `Attributes.entry.2` for
   * `Attributes.entry.2.key`.
   */
  numbered(prefix: string): string[] {
    const numbers = [...this.#values.keys()].flatMap((name) => {
      const found = name.startsWith(`${prefix}.`) ? /^\d+/.exec(name.slice(prefix.length + 1)) : null;
      return found ? [Number(found[0])] : [];
    });
    return [...new Set(numbers)].toSorted((one, other) => one - other).map((number) => `${prefix}.${number}`);
  }

  map(name: string): Record<string, string> {
    return Object.fromEntries(
      this.numbered(`${name}.entry`).map((entry) => [this.required(`${entry}.key`), this.text(`${entry}.value`) ?? '']),
    );
  }

  /** Message attributes by name, as text; binary values are left out. */
  messageAttributes(): Record<string, string> {
    return Object.fromEntries(
      this.numbered('MessageAttributes.entry').map((entry) => {
        this.text(`${entry}.Value.DataType`);
        return [this.required(`${entry}.Name`), this.required(`${entry}.Value.StringValue`)];
      }),
    );
  }

  /** Throws, by name, if a parameter was not read; an operation calls it after reading all that it knows. */
  refuseOthers(): void {
    const foreign = [...this.#values.keys()].find((name) => !this.#read.has(name));
    if (foreign !== undefined)
      throw invalid(`${foreign} Reason: the SNS emulator does not support it in ${this.#values.get('Action')}`);
  }
}
