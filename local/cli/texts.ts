import { readFileSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { textsOf } from './texts-of';

/** `npm run texts`: every Japanese text of ours, by folder and component (decisions/page). */

/** Prints the texts below these folders; those of the specification are not ours to change. */
function print(folders: readonly string[]): void {
  const specification = readFileSync('docs/specification.md', 'utf8');
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  );
  let last = '';
  for (const path of paths.filter((one) => /^(?!.*(\.test\.|testing)).*\.tsx?$/.test(one)).toSorted()) {
    const ours = textsOf(readFileSync(path, 'utf8')).filter(({ text }) => !specification.includes(text));
    if (ours.length === 0) continue;
    if (dirname(path) !== last) console.log(`\n# ${dirname(path)}`);
    last = dirname(path);
    console.log(`\n${path}`);
    for (const { owner, text } of ours) console.log(`  ${owner.padEnd(24)} ${text}`);
  }
}

print(['frontend/src', 'shared', 'functions']);
