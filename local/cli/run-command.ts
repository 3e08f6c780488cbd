import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** Result of a command: whether it succeeded, and its output; of one that failed, also how it ended. */
export interface Ended {
  passed: boolean;
  output: string;
}

interface RunOptions {
  /** Stops the command. */
  signal?: AbortSignal;
  /** Sends the output to the terminal at once and does not keep it. */
  isShown?: boolean;
  /** Added to the environment of this process. */
  environment?: Record<string, string>;
}

/** The path of a tool that a package installs. */
export const binOf = (tool: string): string => join('node_modules', '.bin', tool);

/** Runs a program with the repository as its working folder. */
export function runCommand(
  program: string,
  args: readonly string[],
  { signal, isShown = false, environment }: RunOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: join(import.meta.dirname, '..', '..'),
      env: { ...process.env, ...environment },
      stdio: isShown ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      // On Windows the tools of packages are scripts, which need a shell.
      shell: process.platform === 'win32' && program !== process.execPath,
      ...(signal && { signal }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)));
    child.once('error', (error) => resolve({ passed: false, output: output + error.message }));
    child.once('close', (code, killer) => {
      // One that the system killed, for memory, has said nothing.
      if (code !== 0) output = `${output.trimEnd()}\nThe program ended with ${killer ?? code}.`.trimStart();
      resolve({ passed: code === 0, output });
    });
  });
}
