import { randomInt } from 'node:crypto';
import { Journal, type LocalClock } from '../../platform/index';
import { notFound, ServiceError } from './errors';

export interface SecretVersion {
  id: string;
  /** Unix seconds. */
  created: number;
  stages: string[];
  string: string;
}

export interface Secret {
  arn: string;
  name: string;
  description?: string;
  tags: { Key: string; Value: string }[];
  /** Unix seconds. */
  created: number;
  changed: number;
  /** Unix seconds at which it is removed for good; set while it is scheduled for deletion. */
  deleteAt?: number;
  deletedSince?: number;
  /** Oldest first. */
  versions: SecretVersion[];
}

type Entry = { put: Secret };

const region = 'ap-northeast-1';
const account = '000000000000';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The full ARN of a new secret, with the six characters that the service adds. */
export function newArn(name: string): string {
  const tail = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
  return `arn:aws:secretsmanager:${region}:${account}:secret:${name}-${tail}`;
}

/** All secrets; they survive a killed process. */
export class SecretStore {
  readonly #secrets = new Map<string, Secret>();
  #journal!: Journal<Entry>;

  private constructor(private readonly clock: LocalClock) {}

  static async open(clock: LocalClock, journalPath: string | undefined): Promise<SecretStore> {
    const store = new SecretStore(clock);
    store.#journal = await Journal.open<Entry>(
      journalPath,
      ({ put }) => void store.#secrets.set(put.arn, put),
      () => [...store.#secrets.values()].map((put) => ({ put })),
    );
    return store;
  }

  /** Unix seconds, with milliseconds as a fraction. */
  get now(): number {
    return this.clock.now() / 1000;
  }

  /** All secrets, also those scheduled for deletion; oldest first. */
  all(): Secret[] {
    return [...this.#secrets.values()].filter((one) => one.deleteAt === undefined || one.deleteAt > this.now);
  }

  /** Finds by name, ARN, or ARN without its last six characters, as the service does; scheduled for deletion or not. */
  find(id: string): Secret | undefined {
    return this.all().find((one) => one.name === id || one.arn === id || one.arn.slice(0, -7) === id);
  }

  /** Like {@link find}, but throws for a secret that is missing or scheduled for deletion. */
  need(id: string): Secret {
    const secret = this.find(id);
    if (!secret) throw notFound();
    if (secret.deleteAt !== undefined) {
      throw new ServiceError(
        'InvalidRequestException',
        "You can't perform this operation on the secret because it was marked for deletion.",
      );
    }
    return secret;
  }

  async put(secret: Secret): Promise<Secret> {
    this.#secrets.set(secret.arn, secret);
    await this.#journal.append({ put: secret });
    return secret;
  }

  async reset(): Promise<void> {
    this.#secrets.clear();
    await this.#journal.rewrite([]);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}
