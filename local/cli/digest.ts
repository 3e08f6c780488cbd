import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const isOutput = /(^|[\\/])(dist|node_modules)([\\/]|$)/;

const filesOf = (path: string): string[] =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
        .map((name) => join(path, name))
        .filter((name) => !isOutput.test(name) && statSync(join(root, name)).isFile())
        .toSorted()
    : [path];

/** The digest of what files and folders hold, and of Node's version; `filter` chooses among the files. */
export function digestOf(inputs: readonly string[], filter: (file: string) => boolean = () => true): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of inputs.flatMap(filesOf).filter(filter))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

const stampOf = (name: string): string => join(root, 'build', `${name.replaceAll('/', '-')}.sha256`);

/** Whether what has this name was done before with inputs of this digest (see {@link keepDone}). */
export const wasDone = (name: string, digest: string): boolean =>
  existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === digest;

export function keepDone(name: string, digest: string): void {
  mkdirSync(join(root, 'build'), { recursive: true });
  writeFileSync(stampOf(name), digest);
}
