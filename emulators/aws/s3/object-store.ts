import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface StoredObject {
  bucket: string;
  key: string;
  contentType: string;
  /** MD5 of the body, in quotes (S3 API, "Common response headers"). */
  etag: string;
  /** Unix milliseconds. */
  modifiedAt: number;
  body: Buffer;
}

const nameOf = (bucket: string, key: string): string => createHash('sha256').update(`${bucket}\n${key}`).digest('hex');

/**
 * Buckets and their objects: in memory, or as files of a folder. A file holds an object's headers as a line of JSON,
 * then its body; it appears whole under its name, so that a killed process leaves no half object.
 */
export class ObjectStore {
  readonly #buckets = new Set<string>();
  readonly #objects = new Map<string, StoredObject>();

  private constructor(private readonly folder: string | undefined) {}

  static async open(folder: string | undefined): Promise<ObjectStore> {
    const store = new ObjectStore(folder);
    if (folder === undefined) return store;
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) {
      if (name.endsWith('.bucket')) store.#buckets.add(name.slice(0, -'.bucket'.length));
      if (!/^[0-9a-f]{64}$/.test(name)) continue;
      const file = await readFile(join(folder, name));
      const end = file.indexOf('\n');
      const header = JSON.parse(file.subarray(0, end).toString('utf8')) as Omit<StoredObject, 'body'>;
      store.#objects.set(name, { ...header, body: file.subarray(end + 1) });
    }
    return store;
  }

  hasBucket(bucket: string): boolean {
    return this.#buckets.has(bucket);
  }

  isEmpty(bucket: string): boolean {
    return [...this.#objects.values()].every((one) => one.bucket !== bucket);
  }

  async createBucket(bucket: string): Promise<void> {
    this.#buckets.add(bucket);
    if (this.folder !== undefined) await writeFile(join(this.folder, `${bucket}.bucket`), '');
  }

  async removeBucket(bucket: string): Promise<void> {
    this.#buckets.delete(bucket);
    if (this.folder !== undefined) await rm(join(this.folder, `${bucket}.bucket`), { force: true });
  }

  get(bucket: string, key: string): StoredObject | undefined {
    return this.#objects.get(nameOf(bucket, key));
  }

  /** Keeps an object in place of the one before; resolves when a killed process would still have it. */
  async put(object: StoredObject): Promise<void> {
    const name = nameOf(object.bucket, object.key);
    this.#objects.set(name, object);
    if (this.folder === undefined) return;
    const { body, ...header } = object;
    const path = join(this.folder, name);
    await writeFile(`${path}.new`, Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), body]));
    await rename(`${path}.new`, path);
  }

  async remove(bucket: string, key: string): Promise<void> {
    const name = nameOf(bucket, key);
    this.#objects.delete(name);
    if (this.folder !== undefined) await rm(join(this.folder, name), { force: true });
  }

  async clear(): Promise<void> {
    this.#objects.clear();
    this.#buckets.clear();
    if (this.folder === undefined) return;
    await rm(this.folder, { recursive: true, force: true });
    await mkdir(this.folder, { recursive: true });
  }
}
