import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';

/** The output of functions, one file each: `<folder>/portal-local-login.log`. */
export class FunctionLog {
  readonly #streams = new Map<string, WriteStream>();

  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  write(name: string, text: string): void {
    let stream = this.#streams.get(name);
    if (!stream) {
      stream = createWriteStream(join(this.folder, `${name}.log`), { flags: 'a' });
      // A log that cannot be written must not end the portal.
      stream.on('error', () => undefined);
      this.#streams.set(name, stream);
    }
    stream.write(text);
  }

  async close(): Promise<void> {
    await Promise.all(
      [...this.#streams.values()].map((stream) => new Promise<void>((resolve) => void stream.end(() => resolve()))),
    );
  }
}

type FailureKind = 'error' | 'crash' | 'timeout';

/** An invocation without a result: the function threw, its process ended, or its time ran out. */
export class FunctionFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
    this.name = 'FunctionFailure';
  }
}
