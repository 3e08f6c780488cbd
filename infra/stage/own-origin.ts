import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** CloudFront's own address of each deployed stage without a domain. Kept in the repository. */
const file = fileURLToPath(new URL('origins.json', import.meta.url));
const originsSchema = z.record(z.string(), z.string());

const readOrigins = (): Record<string, string> => originsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

/** The address of a stage without a domain before its first deployment: nobody can open it. */
export const unknownOrigin = 'https://not-deployed.invalid';

/** The address of a stage without a domain; {@link unknownOrigin} before its first deployment. */
export const ownOrigin = (stage: string): string => {
  const origins = readOrigins();
  return Object.hasOwn(origins, stage) ? (origins[stage] ?? unknownOrigin) : unknownOrigin;
};

/** CloudFront's address in the outputs file of `cdk deploy`; undefined if the stage's page was not deployed. */
export function originIn(outputs: unknown, stage: string): string | undefined {
  const stacks = z.record(z.string(), z.record(z.string(), z.string())).parse(outputs);
  const domain = stacks[`Portal-${stage}-Web`]?.['CloudFrontDomain'];
  return domain === undefined ? undefined : `https://${domain}`;
}

export const keepOrigin = (stage: string, origin: string): void =>
  writeFileSync(file, `${JSON.stringify({ ...readOrigins(), [stage]: origin }, undefined, 2)}\n`);
