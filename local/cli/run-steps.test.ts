import { runSteps, type Step } from './run-steps';

/** Steps that the test ends, and a log of the steps that began. */
function controlled(...wanted: (Omit<Step, 'run'> & { fails?: boolean })[]) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const steps = wanted.map(({ fails = false, ...step }): Step => ({
    ...step,
    run: ({ signal }) => {
      began.push(step.name);
      return new Promise((resolve) => {
        ends.set(step.name, () => resolve({ passed: !fails, output: fails ? `why ${step.name} failed` : '' }));
        signal.addEventListener('abort', () => resolve({ passed: false, output: 'stopped' }));
      });
    },
  }));
  const lines: string[] = [];
  const done = runSteps(steps, { cores: 2, log: (line) => lines.push(line) });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await new Promise((resolve) => void setImmediate(resolve));
  };
  return { began, end, done, lines };
}

test('steps share the cores; a step that needs all cores runs alone', async () => {
  const { began, end, done } = controlled(
    { name: 'a', cores: 1 },
    { name: 'b', cores: 1 },
    { name: 'both', cores: 2 },
    { name: 'too many', cores: 3 },
  );
  expect(began).toEqual(['a', 'b']);
  await end('b');
  expect(began).toEqual(['a', 'b']);
  await end('a');
  expect(began).toEqual(['a', 'b', 'both']);
  await end('both');
  expect(began).toEqual(['a', 'b', 'both', 'too many']);
  await end('too many');
  await expect(done).resolves.toBe(true);
});

test('a step waits for the steps it needs, and a later one runs meanwhile', async () => {
  const { began, end, done } = controlled(
    { name: 'build', cores: 1 },
    { name: 'tests', cores: 1, after: ['build'] },
    { name: 'lint', cores: 1 },
  );
  expect(began).toEqual(['build', 'lint']);
  await end('build');
  expect(began).toEqual(['build', 'lint', 'tests']);
  await end('lint');
  await end('tests');
  await expect(done).resolves.toBe(true);
});

test('a step fails: its output is printed, the others stop or never start, and the table says so', async () => {
  const { began, end, done, lines } = controlled(
    { name: 'types', cores: 1, fails: true },
    { name: 'lint', cores: 1 },
    { name: 'tests', cores: 2 },
  );
  await end('types');
  await expect(done).resolves.toBe(false);
  expect(began).toEqual(['types', 'lint']);
  expect(lines).toEqual([
    '\nwhy types failed',
    '',
    expect.stringMatching(/^types +[\d.]+ s {2}FAILED$/),
    expect.stringMatching(/^lint +[\d.]+ s {2}stopped$/),
    expect.stringMatching(/^tests +not run$/),
    expect.stringMatching(/^all +[\d.]+ s$/),
  ]);
});
