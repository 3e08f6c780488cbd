import { randomUUID } from 'node:crypto';
import type { LocalClock } from '../platform/index';
import { cursorNotFound, KintoneError } from './errors';

/** Cursors that a domain may have at once, and how long one lives after it was created or read. */
const mostCursors = 10;
const lifetime = 10 * 60 * 1000;

interface Cursor {
  /** The pages still to be read, as they were when the cursor was created. */
  pages: unknown[][];
  usedAt: number;
}

/** Cursors of all apps (https://cybozu.dev/ja/kintone/docs/rest-api/records/create-cursor/). */
export class Cursors {
  readonly #cursors = new Map<string, Cursor>();

  constructor(private readonly clock: LocalClock) {}

  create(records: unknown[], size: number): { id: string; totalCount: string } {
    this.#forgetPast();
    if (this.#cursors.size >= mostCursors) {
      // The documentation names this limit but not its error; others measured this one.
      throw new KintoneError(429, 'GAIA_TM12', `同時に作成できるカーソルは${mostCursors}個までです。`);
    }
    const id = randomUUID();
    const pages = Array.from({ length: Math.max(1, Math.ceil(records.length / size)) }, (_, page) =>
      records.slice(page * size, (page + 1) * size),
    );
    this.#cursors.set(id, { pages, usedAt: this.clock.now() });
    return { id, totalCount: String(records.length) };
  }

  /** The next page; the cursor ends with its last page. */
  read(id: string): { records: unknown[]; next: boolean } {
    const cursor = this.#living(id);
    const records = cursor.pages.shift() ?? [];
    cursor.usedAt = this.clock.now();
    const next = cursor.pages.length > 0;
    if (!next) this.#cursors.delete(id);
    return { records, next };
  }

  delete(id: string): void {
    this.#living(id);
    this.#cursors.delete(id);
  }

  clear(): void {
    this.#cursors.clear();
  }

  #living(id: string): Cursor {
    this.#forgetPast();
    const cursor = this.#cursors.get(id);
    if (!cursor) throw cursorNotFound();
    return cursor;
  }

  #forgetPast(): void {
    for (const [id, { usedAt }] of this.#cursors) if (this.clock.now() - usedAt >= lifetime) this.#cursors.delete(id);
  }
}
