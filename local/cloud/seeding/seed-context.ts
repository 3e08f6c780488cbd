import type { Message } from '../inbox/inbox';
import type { Ids } from '../services/ids';
import type { Faults } from '../services/faults';
import type { ServiceName } from '../../services/services';

/** What the seed may use: the portal as its users do, and each service as its own tools do. */
export interface SeedContext {
  /** Origin of the portal, no trailing slash; its calls answer. */
  portalUrl: string;
  /** Address of each service, embedded or real. */
  services: Record<ServiceName, string>;
  /** What the templates made, and the keys of the outside services. */
  ids: Ids;
  inbox: {
    /** Messages to an address or number in any form, newest first. */
    find(to: string): readonly Message[];
  };
  clock: {
    /** Unix milliseconds of the local clock. */
    now(): number;
    /**
     * Moves it on, e.g. `36d`, `1h30m`; renewals, events, schedules and expiry that fall due have happened when it
     * resolves.
     */
    advance(duration: string): Promise<void>;
  };
  faults: Faults;
  /** Runs a schedule now, by its name in the stage (`mirror-devices`); throws what its function failed with. */
  runSchedule(name: string): Promise<void>;
  /** A line for the person who waits. */
  log(line: string): void;
}
