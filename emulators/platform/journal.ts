import { mkdir, open, readFile, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Keeps an emulator's state over a killed process: every change is appended to a file before its response, and the file
 * is rewritten when it is opened. Records are JSON; an incomplete last line is dropped, because it never had a
 * response. Without a path nothing is kept (tests).
 */
export class Journal<Entry> {
  #file: FileHandle | undefined;
  #queue: Promise<void> = Promise.resolve();

  private constructor(private readonly path: string | undefined) {}

  /** Replays what is kept through `apply`, then writes `compact()` as the new beginning. */
  static async open<Entry>(
    path: string | undefined,
    apply: (entry: Entry) => void,
    compact: () => Entry[],
  ): Promise<Journal<Entry>> {
    const journal = new Journal<Entry>(path);
    if (path !== undefined) {
      for (const entry of await journal.#read(path)) apply(entry);
      await journal.rewrite(compact());
    }
    return journal;
  }

  async #read(path: string): Promise<Entry[]> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '';
      throw error;
    });
    const lines = text.split('\n');
    lines.pop(); // after the last newline: empty, or cut off by a kill
    return lines.map((line) => JSON.parse(line) as Entry);
  }

  /** Resolves when the entries have left the process (a killed process keeps them; a power cut may not). */
  append(...entries: Entry[]): Promise<void> {
    if (!this.#file || entries.length === 0) return Promise.resolve();
    const file = this.#file;
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    this.#queue = this.#queue.then(async () => void (await file.appendFile(text)));
    return this.#queue;
  }

  /** Replaces everything that is kept. */
  rewrite(entries: Entry[]): Promise<void> {
    const path = this.path;
    if (path === undefined) return Promise.resolve();
    this.#queue = this.#queue.then(async () => {
      await this.#file?.close();
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
      await rename(`${path}.new`, path);
      this.#file = await open(path, 'a');
    });
    return this.#queue;
  }

  async close(): Promise<void> {
    await this.#queue;
    await this.#file?.close();
    this.#file = undefined;
  }
}
