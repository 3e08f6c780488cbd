interface Startable {
  startAfresh: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Services of a test file: started before its first test, afresh before each (ahead of the file's own `beforeEach`),
 * closed after the last. What is answered is filled when they start: it can be used within hooks and tests only.
 */
export function testServices<S extends Startable>(start: () => Promise<S>): S {
  const services = {} as S;
  beforeAll(async () => void Object.assign(services, await start()));
  afterAll(() => services.close());
  beforeEach(() => services.startAfresh());
  return services;
}
