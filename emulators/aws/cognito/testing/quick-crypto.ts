import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newSigningKey } from '../services/jwt';

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
