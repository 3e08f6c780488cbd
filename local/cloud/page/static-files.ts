import { createHash } from 'node:crypto';
import { statSync, type Stats } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { WireResponse } from '#emulators/platform';

interface FileRequest {
  /** Encoded, as in the request, without the query. */
  path: string;
  acceptEncoding: string;
  ifNoneMatch: string;
}

interface StoredFile {
  modified: number;
  etag: string;
  raw: Buffer;
  /** Bodies by their encoding, made when first needed. */
  encoded: Map<string, Promise<Buffer>>;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;

const encoders: Record<string, (raw: Buffer) => Promise<Buffer>> = {
  br: (raw) => promisify(brotliCompress)(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (raw) => promisify(gzip)(raw),
};

/** At once: on a busy machine it takes longer to wake the thread that would do it than to do it. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Serves the built page as the bucket behind CloudFront does: hashed files are cached for ever, the others are
 * revalidated each time.
 */
export class StaticFiles {
  readonly #files = new Map<string, StoredFile>();

  constructor(private readonly folder: string) {}

  /** The file at a path, or undefined if there is none (or the path leads out of the folder). */
  async find({ path, acceptEncoding, ifNoneMatch }: FileRequest): Promise<WireResponse | undefined> {
    const name = this.#nameOf(path);
    const file = name === undefined ? undefined : await this.#load(name);
    if (!file || name === undefined) return undefined;
    const type = types[extname(name)] ?? 'application/octet-stream';
    const hashed = name.startsWith(`assets${sep}`);
    const headers = {
      'content-type': type,
      'cache-control': hashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: file.etag,
      vary: 'accept-encoding',
    };
    if (ifNoneMatch === file.etag) return { status: 304, headers };
    const encoding =
      compressible.test(type) && file.raw.length > 1000
        ? Object.keys(encoders).find((one) => acceptEncoding.includes(one))
        : undefined;
    if (encoding === undefined) return { status: 200, headers, body: file.raw };
    const body = file.encoded.get(encoding) ?? encoders[encoding]?.(file.raw) ?? Promise.resolve(file.raw);
    file.encoded.set(encoding, body);
    return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body: await body };
  }

  #nameOf(path: string): string | undefined {
    let decoded: string;
    try {
      decoded = decodeURIComponent(path);
    } catch {
      return undefined;
    }
    if (decoded.includes('\0') || decoded.includes('\\')) return undefined;
    const name = normalize(decoded.replace(/^\/+/, ''));
    return name === '.' || name.startsWith('..') || name.startsWith(sep) || /^[a-z]:/i.test(name) ? undefined : name;
  }

  async #load(name: string): Promise<StoredFile | undefined> {
    const path = join(this.folder, name);
    const found = statOf(path);
    if (!found?.isFile()) return undefined;
    const known = this.#files.get(name);
    if (known?.modified === found.mtimeMs) return known;
    const raw = await readFile(path);
    const file = {
      modified: found.mtimeMs,
      etag: `"${createHash('sha256').update(raw).digest('base64url').slice(0, 20)}"`,
      raw,
      encoded: new Map<string, Promise<Buffer>>(),
    };
    this.#files.set(name, file);
    return file;
  }
}
