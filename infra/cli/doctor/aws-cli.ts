import { spawnSync } from 'node:child_process';

/** Runs a command of the AWS command line tool and returns its JSON; throws with the tool's message. */
export type AwsCli = (...words: readonly string[]) => Promise<unknown>;

/** The tool of this machine, with the credentials of the shell. */
export const awsCli: AwsCli = async (...words) => {
  const { status, stdout, stderr, error } = spawnSync('aws', [...words, '--output', 'json'], {
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (error) throw new Error('The AWS command line tool (aws) could not be run: install it, then give it credentials');
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.trim() === '' ? {} : JSON.parse(stdout);
};
