import { limitTo, wide } from './limit-to';

interface Startable {
  startAfresh: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Services of a test file: started before its first test, emptied before each (ahead of the file's own `beforeEach`)
 * and given wide limits, closed after the last. The returned object is filled when they start, so it can be used only
 * within hooks and tests.
 */
export function testServices<S extends Startable>(start: () => Promise<S>): S {
  const services = {} as S;
  beforeAll(async () => void Object.assign(services, await start()));
  afterAll(() => services.close());
  beforeEach(() => services.startAfresh());
  beforeEach(() => limitTo(wide));
  return services;
}
