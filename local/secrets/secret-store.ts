import { randomInt } from 'node:crypto';
import type { LocalClock } from '../clock';
import { Journal } from '../journal';
import { notFound, ServiceError } from './errors';

export interface SecretVersion {
  id: string;
  /** Unix seconds. */
  created: number;
  stages: string[];
  string?: string;
  /** Base64. */
  binary?: string;
}

export interface Secret {
  arn: string;
  name: string;
  description?: string;
  kmsKeyId?: string;
  tags: { Key: string; Value: string }[];
  /** Unix seconds. */
  created: number;
  changed: number;
  /** Unix seconds at which it is gone for good; set while it is scheduled for deletion. */
  deleteAt?: number;
  deletedSince?: number;
  /** Oldest first. */
  versions: SecretVersion[];
}

type Entry = { put: Secret } | { drop: string };

const region = 'ap-northeast-1';
const account = '000000000000';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** The full ARN of a new secret, with the six characters that the service adds. */
export function newArn(name: string): string {
  const tail = Array.from({ length: 6 }, () => letters[randomInt(letters.length)]).join('');
  return `arn:aws:secretsmanager:${region}:${account}:secret:${name}-${tail}`;
}

/** What is kept of all secrets, over a killed process too. */
export class SecretStore {
  readonly #secrets = new Map<string, Secret>();
  #journal!: Journal<Entry>;

  private constructor(private readonly clock: LocalClock) {}

  static async open(clock: LocalClock, journalPath: string | undefined): Promise<SecretStore> {
    const store = new SecretStore(clock);
    store.#journal = await Journal.open<Entry>(
      journalPath,
      (entry) =>
        void ('put' in entry ? store.#secrets.set(entry.put.arn, entry.put) : store.#secrets.delete(entry.drop)),
      () => [...store.#secrets.values()].map((put) => ({ put })),
    );
    return store;
  }

  /** Unix seconds, with milliseconds as fraction. */
  get now(): number {
    return this.clock.now() / 1000;
  }

  /** Those that are there, also those scheduled for deletion; oldest first. */
  all(): Secret[] {
    return [...this.#secrets.values()].filter((one) => one.deleteAt === undefined || one.deleteAt > this.now);
  }

  /** By name, ARN, or ARN without its last six characters, as the service finds them; scheduled for deletion or not. */
  find(id: string): Secret | undefined {
    return this.all().find((one) => one.name === id || one.arn === id || one.arn.slice(0, -7) === id);
  }

  /** Like {@link find}, for what may not be done to a secret scheduled for deletion. */
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

  async drop(arn: string): Promise<void> {
    this.#secrets.delete(arn);
    await this.#journal.append({ drop: arn });
  }

  async reset(): Promise<void> {
    this.#secrets.clear();
    await this.#journal.rewrite([]);
  }

  close(): Promise<void> {
    return this.#journal.close();
  }
}
