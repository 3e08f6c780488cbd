import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How a bucket locks new objects. */
export interface LockRule {
  mode: 'GOVERNANCE' | 'COMPLIANCE';
  /** Milliseconds. */
  ms: number;
}

/** A version of an object with its headers; an object of a bucket without versions has one, named `null`. */
export interface StoredObject {
  bucket: string;
  key: string;
  versionId: string;
  /** A deletion: the object is gone, its versions before are not (S3 user guide, "Working with delete markers"). */
  isDeleteMarker?: boolean;
  contentType: string;
  contentDisposition?: string;
  /** MD5 of the body, in quotes (S3 API, "Common response headers"). */
  etag: string;
  /** Unix milliseconds. */
  modifiedAt: number;
  /** Until when, in unix milliseconds, the version cannot be removed. */
  lock?: { mode: LockRule['mode']; until: number };
  body: Buffer;
}

/** An object to keep; its version and its lock are the store's. */
export type NewObject = Omit<StoredObject, 'versionId' | 'lock'>;

interface Header extends Omit<StoredObject, 'body'> {
  /** Grows with each kept object. */
  order: number;
}

const nameOf = (bucket: string, key: string): string => createHash('sha256').update(`${bucket}\n${key}`).digest('hex');
const fileOf = ({ bucket, key, versionId }: Pick<StoredObject, 'bucket' | 'key' | 'versionId'>): string =>
  versionId === noVersion ? nameOf(bucket, key) : `${nameOf(bucket, key)}-${versionId}`;

/** The version of an object in a bucket without versions (S3 user guide, "How S3 Versioning works"). */
const noVersion = 'null';

/**
 * Buckets and their objects: in memory, or as files of a folder. A file holds a version's headers as a line of JSON,
 * then its body; it appears whole under its name, so that a killed process leaves no half object.
 */
export class ObjectStore {
  readonly #buckets = new Set<string>();
  /** The buckets that keep versions. */
  readonly #versioned = new Set<string>();
  readonly #locks = new Map<string, LockRule>();
  /** The versions of each object, the oldest first. */
  readonly #objects = new Map<string, StoredObject[]>();
  #kept = 0;

  private constructor(private readonly folder: string | undefined) {}

  static async open(folder: string | undefined): Promise<ObjectStore> {
    const store = new ObjectStore(folder);
    if (folder === undefined) return store;
    await mkdir(folder, { recursive: true });
    const found: (StoredObject & { order: number })[] = [];
    for (const name of await readdir(folder)) {
      if (name.endsWith('.bucket')) store.#buckets.add(name.slice(0, -'.bucket'.length));
      if (name.endsWith('.versions')) store.#versioned.add(name.slice(0, -'.versions'.length));
      if (name.endsWith('.lock'))
        store.#locks.set(name.slice(0, -'.lock'.length), JSON.parse(await readFile(join(folder, name), 'utf8')));
      if (!/^[0-9a-f]{64}(-[\w-]{32})?$/.test(name)) continue;
      const file = await readFile(join(folder, name));
      const end = file.indexOf('\n');
      const header = JSON.parse(file.subarray(0, end).toString('utf8')) as Omit<Header, 'order' | 'versionId'>;
      found.push({ order: 0, versionId: noVersion, ...header, body: file.subarray(end + 1) });
    }
    for (const { order, ...object } of found.toSorted((one, other) => one.order - other.order)) {
      store.#kept = order;
      store.#add(object);
    }
    return store;
  }

  hasBucket(bucket: string): boolean {
    return this.#buckets.has(bucket);
  }

  hasVersions(bucket: string): boolean {
    return this.#versioned.has(bucket);
  }

  async createBucket(bucket: string): Promise<void> {
    this.#buckets.add(bucket);
    if (this.folder !== undefined) await writeFile(join(this.folder, `${bucket}.bucket`), '');
  }

  /** From now on, a bucket keeps what is overwritten or deleted. */
  async keepVersions(bucket: string): Promise<void> {
    this.#versioned.add(bucket);
    if (this.folder !== undefined) await writeFile(join(this.folder, `${bucket}.versions`), '');
  }

  lockOf(bucket: string): LockRule | undefined {
    return this.#locks.get(bucket);
  }

  /** From now on, new objects of a bucket are locked. */
  async lockWith(bucket: string, rule: LockRule): Promise<void> {
    this.#locks.set(bucket, rule);
    if (this.folder !== undefined) await writeFile(join(this.folder, `${bucket}.lock`), JSON.stringify(rule));
  }

  /** Removes a bucket without objects. */
  async removeBucket(bucket: string): Promise<void> {
    for (const names of [this.#buckets, this.#versioned, this.#locks]) names.delete(bucket);
    if (this.folder === undefined) return;
    for (const kind of ['bucket', 'versions', 'lock'])
      await rm(join(this.folder, `${bucket}.${kind}`), { force: true });
  }

  /** An object as it is now, or a version of it, which may be a delete marker; undefined if there is none. */
  get(bucket: string, key: string, versionId?: string): StoredObject | undefined {
    const versions = this.#objects.get(nameOf(bucket, key)) ?? [];
    if (versionId !== undefined) return versions.find((one) => one.versionId === versionId);
    const newest = versions.at(-1);
    return newest?.isDeleteMarker ? undefined : newest;
  }

  /** Every version in a bucket by its key, then the newest first. */
  versions(bucket: string, prefix: string): StoredObject[] {
    return [...this.#objects.values()]
      .filter(([one]) => one?.bucket === bucket && one.key.startsWith(prefix))
      .toSorted(([one], [other]) => ((one?.key ?? '') < (other?.key ?? '') ? -1 : 1))
      .flatMap((versions) => versions.toReversed());
  }

  /** Keeps an object and returns its version; resolves when a killed process would still have it. */
  async put(fresh: NewObject): Promise<string> {
    const versionId = this.hasVersions(fresh.bucket) ? randomBytes(24).toString('base64url') : noVersion;
    const rule = fresh.isDeleteMarker ? undefined : this.#locks.get(fresh.bucket);
    const lock = rule && { mode: rule.mode, until: fresh.modifiedAt + rule.ms };
    const object: StoredObject = { ...fresh, versionId, ...(lock && { lock }) };
    this.#add(object);
    if (this.folder === undefined) return versionId;
    const { body, ...header } = object;
    const path = join(this.folder, fileOf(object));
    const line = JSON.stringify({ ...header, order: (this.#kept += 1) } satisfies Header);
    await writeFile(`${path}.new`, Buffer.concat([Buffer.from(`${line}\n`), body]));
    await rename(`${path}.new`, path);
    return versionId;
  }

  /** Removes a version for good. */
  async remove(bucket: string, key: string, versionId = noVersion): Promise<void> {
    const name = nameOf(bucket, key);
    const left = (this.#objects.get(name) ?? []).filter((one) => one.versionId !== versionId);
    if (left.length > 0) this.#objects.set(name, left);
    else this.#objects.delete(name);
    if (this.folder !== undefined) await rm(join(this.folder, fileOf({ bucket, key, versionId })), { force: true });
  }

  async clear(): Promise<void> {
    this.#objects.clear();
    this.#buckets.clear();
    this.#versioned.clear();
    this.#locks.clear();
    if (this.folder === undefined) return;
    await rm(this.folder, { recursive: true, force: true });
    await mkdir(this.folder, { recursive: true });
  }

  #add(object: StoredObject): void {
    const name = nameOf(object.bucket, object.key);
    const others = (this.#objects.get(name) ?? []).filter(({ versionId }) => versionId !== object.versionId);
    this.#objects.set(name, [...others, object]);
  }
}
