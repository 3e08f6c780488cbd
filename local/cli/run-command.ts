import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** How a command ended: whether it succeeded, and what it printed. */
export interface Ended {
  passed: boolean;
  output: string;
}

interface RunOptions {
  /** Ends the command before its time. */
  signal?: AbortSignal;
  /** The output goes to the terminal at once, and is not kept. */
  isShown?: boolean;
  /** Added to the environment of this process. */
  environment?: Record<string, string>;
}

/** A tool that a package brings. */
export const binOf = (tool: string): string => join('node_modules', '.bin', tool);

/** Runs a program with the repository as its folder. */
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
      // On Windows the tools of packages are scripts.
      shell: process.platform === 'win32' && program !== process.execPath,
      ...(signal && { signal }),
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)));
    child.once('error', (error) => resolve({ passed: false, output: output + error.message }));
    child.once('close', (code) => resolve({ passed: code === 0, output }));
  });
}
