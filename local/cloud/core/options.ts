import type { RequestListener } from 'node:http';
import type { ServiceName } from '../../services/services';
import type { Message } from '../inbox/inbox';
import type { Ids } from '../services/ids';
import type { Outside } from '../services/outside';
import type { DataFolder } from '../state/data-folder';
import type { SignIn } from '../state/state-file';

/**
 * What the seed may use: the portal as its users do, and each service by its own client. The embedded Stripe and record
 * system send no webhooks meanwhile: jobs read what happened once for all events (`read-missed-events`,
 * `mirror-devices`). Real ones send as usual.
 */
export interface SeedContext {
  /** Origin of the portal, no trailing slash; its calls work. */
  portalUrl: string;
  /** Address of each service, embedded or real. */
  services: Record<ServiceName, string>;
  /** The ids of the resources from the templates, and the keys of the outside services. */
  ids: Ids;
  inbox: {
    /** Messages to an address or number in any form, newest first. */
    find(to: string): readonly Message[];
  };
  /** Unix milliseconds of the local clock. */
  now: () => number;
  /**
   * Loads functions one after another, by their names in the stage (`create-shop-only`), so that their first call finds
   * them loaded; resolves when all have been.
   */
  load(functions: readonly string[]): Promise<void>;
  /** Runs a schedule now, by its name in the stage (`mirror-devices`); throws its function's error. */
  runSchedule(name: string): Promise<void>;
  /** Resolves when every task that is due now is done. */
  settle(): Promise<void>;
  /**
   * The embedded Stripe does not repeat declined payments of this customer, so that the subscription becomes unpaid. A
   * real Stripe does as its dashboard says.
   */
  giveUpPaymentsOf(customerId: string): void;
  /** The shops of the chain are left out: `LOCAL_CHAIN=none`, for portals that are started often. */
  leavesOutChain: boolean;
}

type Seed = (context: SeedContext) => Promise<SignIn[]>;

export interface CloudOptions {
  data: DataFolder;
  /** Origin of the portal. */
  url: string;
  /** The synthesized templates and their assets. */
  cdkOut: string;
  /** The built page. */
  webFolder: string;
  outside: Outside;
  /** Fills the empty portal; resolves to the list of sign-ins. */
  seed: Seed;
  log: (line: string) => void;
  /** Serves the page's requests instead of the built files: the development server. */
  page?: RequestListener | undefined;
}
