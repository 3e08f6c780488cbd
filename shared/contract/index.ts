import * as account from './account';
import * as admin from './admin';
import * as auth from './auth';
import * as billing from './billing';
import type { Call } from './call';
import * as device from './device';
import * as document from './document';
import * as movement from './movement';
import * as platform from './platform';
import * as repair from './repair';
import * as security from './security';
import * as shop from './shop';

const nouns = {
  auth,
  account,
  security,
  admin,
  shop,
  billing,
  document,
  device,
  movement,
  repair,
  platform,
} as const;

type Noun = keyof typeof nouns;

type EntriesOf<N extends Noun> = (typeof nouns)[N][keyof (typeof nouns)[N]];
/** Any entry of the contract with its literal types. */
export type Entry = { [N in Noun]: EntriesOf<N> }[Noun];

/** The name of every call, so that an incomplete table of calls does not compile. */
export type CallName = Entry['name'];

export interface ListedCall extends Call {
  readonly name: CallName;
  readonly noun: Noun;
  /** The name of the entry in its file, `getUser` of `get-user`; its handler has the same name. */
  readonly exported: string;
}

const names = Object.keys(nouns) as readonly Noun[];

/**
 * The contract table: every documented call once. The browser imports single files instead, to load only the calls it
 * uses.
 */
export const calls: readonly ListedCall[] = names.flatMap((noun) =>
  Object.entries<Entry>(nouns[noun]).map(([exported, entry]) => ({ ...entry, noun, exported })),
);
