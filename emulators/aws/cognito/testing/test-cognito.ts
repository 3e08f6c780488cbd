import type { CognitoEmulatorOptions } from '../create-cognito-emulator';
import { startCognito, type StartedCognito } from './start-cognito';

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
