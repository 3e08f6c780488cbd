import { runSteps, type Step } from './run-steps';

/** Phases of steps that the test ends, and a log of the steps that began. */
function controlled(...wanted: string[][]) {
  const began: string[] = [];
  const ends = new Map<string, (passed: boolean) => void>();
  const step = (name: string): Step => ({
    name,
    run: ({ signal }) => {
      began.push(name);
      return new Promise((resolve) => {
        ends.set(name, (passed) => resolve({ passed, output: passed ? '' : `why ${name} failed` }));
        signal.addEventListener('abort', () => resolve({ passed: false, output: 'stopped' }));
      });
    },
  });
  const lines: string[] = [];
  const done = runSteps(
    wanted.map((phase) => phase.map(step)),
    { cores: 2, log: (line) => lines.push(line) },
  );
  /** What began after a step ended, and all that follows at once. */
  const end = async (name: string, passed = true): Promise<string[]> => {
    ends.get(name)?.(passed);
    await new Promise((resolve) => void setImmediate(resolve));
    return began;
  };
  return { began, end, done, lines };
}

test('the steps of a phase share the cores; the next phase waits for all of them', async () => {
  const { end, done } = controlled(['a', 'b', 'c'], ['tests']);
  expect(await end('none')).toEqual(['a', 'b']);
  expect(await end('b')).toEqual(['a', 'b', 'c']);
  await end('c');
  expect(await end('a')).toEqual(['a', 'b', 'c', 'tests']);
  await end('tests');
  await expect(done).resolves.toBe(true);
});

test('a step fails: its output is printed, the others stop or never start, and the table says so', async () => {
  const { began, end, done, lines } = controlled(['types', 'lint', 'build'], ['tests']);
  await end('none');
  await end('types', false);
  await expect(done).resolves.toBe(false);
  expect(began).toEqual(['types', 'lint']);
  expect(lines).toEqual([
    '\nwhy types failed',
    '',
    expect.stringMatching(/^types +[\d.]+ s {2}FAILED$/),
    expect.stringMatching(/^lint +[\d.]+ s {2}stopped$/),
    expect.stringMatching(/^build +not run$/),
    expect.stringMatching(/^tests +not run$/),
    expect.stringMatching(/^all +[\d.]+ s$/),
  ]);
});
