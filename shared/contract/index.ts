import type * as z from 'zod/mini';
import * as account from './account';
import * as admin from './admin';
import * as auth from './auth';
import * as billing from './billing';
import type { Call } from './call';
import * as device from './device';
import * as platform from './platform';
import * as repair from './repair';
import * as security from './security';
import * as shop from './shop';

const nouns = { auth, account, security, admin, shop, billing, device, repair, platform } as const;

/** The file of the contract that an entry stands in. */
type Noun = keyof typeof nouns;

type EntriesOf<N extends Noun> = (typeof nouns)[N][keyof (typeof nouns)[N]];
/** Any entry of the contract with its literal types. */
type Entry = { [N in Noun]: EntriesOf<N> }[Noun];

/** The name of every call, so that a table of calls that forgets one does not compile. */
export type CallName = Entry['name'];

/** What each call with a body is sent, by the call's name. */
export type CallBodies = {
  [E in Entry as E extends { body: z.ZodMiniType } ? E['name'] : never]: E extends {
    body: infer B extends z.ZodMiniType;
  }
    ? z.input<B>
    : never;
};

/** An entry of the contract table with its place in it. */
export interface ListedCall extends Call {
  readonly name: CallName;
  readonly noun: Noun;
}

const names = Object.keys(nouns) as readonly Noun[];

/**
 * The contract table: every documented call once. The browser imports the noun's file instead, to load what it uses.
 */
export const calls: readonly ListedCall[] = names.flatMap((noun) =>
  Object.values<Entry>(nouns[noun]).map((entry) => ({ ...entry, noun })),
);
