/**
 * A test fails if the code under it writes an unexpected error or warning to the console.
 * A test that expects one replaces the method: `jest.spyOn(console, 'error').mockImplementation(() => {})`.
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
