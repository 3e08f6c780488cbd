import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { type OutgoingMessage, serve, StillClock } from '../../../platform/index';
import { type CognitoEmulatorOptions, createCognitoEmulator } from '../create-cognito-emulator';
import { newSigningKey } from '../services/jwt';

export interface StartedCognito {
  /** The real SDK's client, connected over HTTP. */
  client: CognitoIdentityProviderClient;
  url: string;
  clock: StillClock;
  /** The sent messages, oldest first. */
  sent: OutgoingMessage[];
  /** The newest message to an address or number. */
  lastTo(to: string): OutgoingMessage;
  /** The six digits of the newest message to an address or number. */
  codeTo(to: string): string;
  /** Deletes everything, also the sent messages. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts Cognito on a free port; its clock stands still. */
export async function startCognito(options: Partial<CognitoEmulatorOptions> = {}): Promise<StartedCognito> {
  const clock = new StillClock(Date.parse('2026-03-01T00:00:00Z'));
  const sent: OutgoingMessage[] = [];
  const emulator = await createCognitoEmulator({
    clock,
    outbox: (message) => Promise.resolve(void sent.push(message)),
    ...quickCrypto,
    ...options,
  });
  const served = await serve(emulator);
  const client = new CognitoIdentityProviderClient({ endpoint: served.url, region: 'ap-northeast-1', maxAttempts: 1 });
  const lastTo = (to: string): OutgoingMessage => {
    const found = sent.findLast((message) => message.to === to);
    if (!found) throw new Error(`Nothing was sent to ${to}`);
    return found;
  };
  return {
    client,
    url: served.url,
    clock,
    sent,
    lastTo,
    codeTo: (to) => /\d{6}/.exec(lastTo(to).text)?.[0] ?? '',
    reset: () => {
      sent.length = 0;
      return emulator.reset();
    },
    stop: async () => {
      client.destroy();
      await served.close();
      await emulator.close();
    },
  };
}

/**
 * Cognito for the tests of a file: started before the first, emptied before each (ahead of the file's own
 * `beforeEach`), stopped after the last. The returned object is filled when it starts.
 */
export function testCognito(options: Partial<CognitoEmulatorOptions> = {}): StartedCognito {
  const cognito = {} as StartedCognito;
  beforeAll(async () => void Object.assign(cognito, await startCognito(options)));
  beforeEach(() => cognito.reset());
  afterAll(() => cognito.stop());
  return cognito;
}

const folder = join(process.cwd(), 'node_modules/.cache');
const path = join(folder, 'cognito-test-key.pem');

async function makeTestKey(): Promise<string> {
  const key = await newSigningKey();
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.${process.pid}`, key);
  await rename(`${path}.${process.pid}`, path);
  return key;
}

/**
 * Settings of the emulator for tests: every pool signs with one key, made once on this machine, and password hashes
 * are weak. Real keys and hashes took a third of the time of tests that sign in.
 */
export const quickCrypto = {
  newSigningKey: () => readFile(path, 'utf8').catch(makeTestKey),
  passwordCost: 2,
};
