import type { RequestListener } from 'node:http';
import type { SeedContext } from '../seeding/seed-context';
import type { Outside } from '../services/outside';
import type { DataFolder } from '../state/data-folder';
import type { SignIn } from '../state/sign-in';

export type Seed = (context: SeedContext) => Promise<SignIn[]>;

export interface CloudOptions {
  data: DataFolder;
  /** Origin of the portal. */
  url: string;
  cdkOut: string;
  webFolder: string;
  outside: Outside;
  /** Fills the empty portal; resolves to the list of sign-ins. */
  seed: Seed;
  log: (line: string) => void;
  /** Serves the page's requests instead of the built files: the development server. */
  page?: RequestListener | undefined;
}
