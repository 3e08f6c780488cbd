import { randomInt } from 'node:crypto';
import { Journal, type LocalClock } from '../../../platform/index';
import { Collection } from './collection';
import type { ChallengeRecord, ClientRecord, GroupRecord, PoolRecord, SignInRecord, UserRecord } from './records';

type Kind = Exclude<keyof Store, 'reset' | 'close'>;

interface Entry {
  kind: Kind;
  id: string;
  /** Absent if the record was removed. */
  record?: unknown;
}

export interface Store {
  pools: Collection<PoolRecord>;
  clients: Collection<ClientRecord>;
  groups: Collection<GroupRecord>;
  users: Collection<UserRecord>;
  signIns: Collection<SignInRecord>;
  challenges: Collection<ChallengeRecord>;
  reset(): Promise<void>;
  close(): Promise<void>;
}

/** Keys by which users are found; values in lower case, because most pools do not distinguish case. */
export const userKeys = {
  username: (poolId: string, value: string) => `${poolId} username ${value.toLowerCase()}`,
  email: (poolId: string, value: string) => `${poolId} email ${value.toLowerCase()}`,
  phone_number: (poolId: string, value: string) => `${poolId} phone_number ${value}`,
};

export const groupId = (poolId: string, name: string): string => `${poolId} ${name}`;

function keysOfUser(user: UserRecord): string[] {
  const { email, phone_number: phone } = user.attributes;
  return [
    userKeys.username(user.poolId, user.username),
    ...(email === undefined ? [] : [userKeys.email(user.poolId, email)]),
    ...(phone === undefined ? [] : [userKeys.phone_number(user.poolId, phone)]),
  ];
}

/** Opens the data in the journal; without a path nothing is kept. */
export async function openStore(journalPath: string | undefined, clock: LocalClock): Promise<Store> {
  let journal: Journal<Entry> | undefined;
  const write = (kind: Kind) => (id: string, record: unknown) =>
    journal?.append({ kind, id, record }) ?? Promise.resolve();
  const none = (): string[] => [];
  const collections = {
    pools: new Collection<PoolRecord>(none, write('pools')),
    clients: new Collection<ClientRecord>(none, write('clients')),
    groups: new Collection<GroupRecord>(none, write('groups')),
    users: new Collection<UserRecord>(keysOfUser, write('users')),
    signIns: new Collection<SignInRecord>(
      (signIn) => [`user ${signIn.sub}`, `refresh ${signIn.refreshTokenHash}`],
      write('signIns'),
    ),
    challenges: new Collection<ChallengeRecord>(none, write('challenges')),
  };
  const compact = (): Entry[] =>
    (Object.keys(collections) as Kind[]).flatMap((kind) =>
      [...collections[kind].entries()]
        .filter(([, record]) => !('expires' in record) || record.expires > clock.now())
        .map(([id, record]) => ({ kind, id, record })),
    );
  journal = await Journal.open<Entry>(
    journalPath,
    ({ kind, id, record }) => collections[kind].load(id, record as never),
    compact,
  );
  const opened = journal;
  return {
    ...collections,
    reset: () => {
      for (const collection of Object.values(collections)) collection.clear();
      return opened.rewrite([]);
    },
    close: () => opened.close(),
  };
}

export const lowercase = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const alphanumeric = `${lowercase}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** An id as the service makes them: pools 9 characters of alphanumeric, clients 26 of lowercase, secrets 51. */
export const randomId = (length: number, letters: string): string =>
  Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
