/**
 * One assumption of the product or an emulator about an outside service, as a check that also runs against the real
 * service. `Sandbox` is the tool of a service's facts: its official client and helpers that clean up.
 */
export interface Fact<Sandbox> {
  /** Kebab-case, unique within the service; `npm run prove -- stripe <id>` tries this one alone. */
  readonly id: string;
  /** The assumption, as one sentence that is true or false. */
  readonly says: string;
  /** The page of the vendor's documentation that says so; where it is silent, a page of somebody who saw it. */
  readonly page: string;
  /** Returns if the assumption holds; otherwise throws {@link Differs} or {@link NotTried}. */
  readonly check: (sandbox: Sandbox) => Promise<void>;
}

/** The service behaves differently. */
export class Differs extends Error {
  override readonly name = 'Differs';

  constructor(
    readonly what: string,
    readonly ours: unknown,
    readonly theirs: unknown,
  ) {
    super(`${what}: ours ${show(ours)}, theirs ${show(theirs)}`);
  }
}

/** The service, or the account in use, lacks a prerequisite of the check. */
export class NotTried extends Error {
  override readonly name = 'NotTried';
}

const show = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Throws {@link Differs} unless the service's value is ours. Compares as JSON. */
export function same(what: string, ours: unknown, theirs: unknown): void {
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) throw new Differs(what, ours, theirs);
}

/** The error's own message. */
export const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export type Outcome =
  | { state: 'holds' }
  | { state: 'differs'; what: string; ours: string; theirs: string }
  | { state: 'not-tried'; reason: string };

/** Tries one fact. Any other error (the network, a refused key) counts as not tried. */
export async function tryFact<Sandbox>(fact: Fact<Sandbox>, sandbox: Sandbox): Promise<Outcome> {
  try {
    await fact.check(sandbox);
    return { state: 'holds' };
  } catch (error) {
    if (error instanceof Differs)
      return { state: 'differs', what: error.what, ours: show(error.ours), theirs: show(error.theirs) };
    return { state: 'not-tried', reason: wordsOf(error) };
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** A service with facts: the folder `facts` of its emulator. */
export interface FactService<Sandbox> {
  readonly name: string;
  readonly facts: readonly Fact<Sandbox>[];
  /**
   * Opens the service that the environment names. Before any request, throws an Error with the way out if the
   * environment names none, or one that must not be touched.
   */
  readonly open: (environment: Environment) => Promise<OpenService<Sandbox>>;
}

export interface OpenService<Sandbox> {
  /** The address of the requests, for people. */
  readonly target: string;
  /** The sandbox of one fact; `close` removes what the fact made. */
  readonly begin: () => Promise<{ sandbox: Sandbox; close: () => Promise<void> }>;
  /** Removes what all facts shared. */
  readonly close: () => Promise<void>;
}
