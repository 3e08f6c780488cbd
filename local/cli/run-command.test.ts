import { runCommand } from './run-command';

const runNode = (script: string) => runCommand(process.execPath, ['-e', script]);

test('a program that succeeds: what it said on both streams, and nothing else', async () => {
  expect(await runNode('console.log("built"); console.error("slowly")')).toEqual({
    passed: true,
    output: expect.stringMatching(/^(built\nslowly|slowly\nbuilt)\n$/),
  });
});

test('a program that fails: what it said, and how it ended', async () => {
  const { passed, output } = await runNode('console.error("no such file"); process.exitCode = 3');
  expect({ passed, output }).toEqual({ passed: false, output: 'no such file\nThe program ended with 3.' });
});

test('a program that was killed before it said anything: the signal', async () => {
  const { passed, output } = await runNode('process.kill(process.pid, "SIGKILL")');
  expect({ passed, output }).toEqual({ passed: false, output: 'The program ended with SIGKILL.' });
});

test('a program that cannot be started: why', async () => {
  const { passed, output } = await runCommand('no-such-program', []);
  expect({ passed, output }).toEqual({ passed: false, output: 'spawn no-such-program ENOENT' });
});
