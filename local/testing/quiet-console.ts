/**
 * A test fails when the code under it writes an error or a warning to the console that the test did not expect.
 * A test that expects one replaces the method itself: `jest.spyOn(console, 'error').mockImplementation(() => {})`.
 */
let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  for (const method of ['error', 'warn'] as const) {
    console[method] = (...words: unknown[]) => complaints.push(`console.${method}: ${words.map(String).join(' ')}`);
  }
});

afterEach(() => {
  if (complaints.length > 0) throw new Error(`Unexpected console output:\n${complaints.join('\n')}`);
});
