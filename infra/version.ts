import { readFileSync } from 'node:fs';

/** The version in package.json, which releases count up. */
export const { version: portalVersion } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { version: string };
