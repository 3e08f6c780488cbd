import type { LocalClock, Outbox } from '../../../platform/index';
import type { Store } from '../store/store';

/** The context of every operation. */
export interface Cognito {
  store: Store;
  clock: LocalClock;
  outbox: Outbox;
  region: string;
  accountId: string;
  /** The `iss` of a pool's tokens. */
  issuerOf(poolId: string): string;
  /** A code of six digits. */
  newCode(): string;
  /** A new RSA private key (PKCS #8, PEM). */
  newSigningKey(): Promise<string>;
  /** scrypt's N for password hashes. */
  passwordCost: number;
  /** Runs a trigger and returns its result; absent if no trigger can be run. */
  invokeTrigger?: (functionArn: string, event: unknown) => Promise<unknown>;
}
