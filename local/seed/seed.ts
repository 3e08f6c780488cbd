import type { SeedContext } from '../cloud/seed-context';
import type { SignIn } from './sign-in';

/** How long before now the demo data begins, in milliseconds; the seed moves the clock on. */
export const seedSpan = 0;

/** Fills an empty portal with demo data; run once on an empty data folder, and after a reset. Answers who can sign in. */
export async function seed(_context: SeedContext): Promise<SignIn[]> {
  return [];
}
