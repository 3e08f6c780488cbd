import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf } from '#functions/testing/runbook';

const programs = /^(aws|curl|export|gh|git|npm|npx|openssl|pipx|sudo) \S/;
const hasOption = /^[a-z][\w.-]* (.* )?--?[a-z]/;

/** A document's commands: each line of its blocks of code, and what a text in `code` calls with a program's name. */
function inDocument(text: string): string[] {
  const blocks = (text.match(/^ *```[\s\S]*?^ *```/gm) ?? []).join('\n');
  return [...commandsOf(blocks), ...commandsOf(text).filter((code) => programs.test(code) || hasOption.test(code))];
}

/** @throws {Error} if a step has more than one line, which nothing here would read */
function inWorkflow(text: string): string[] {
  return [...text.matchAll(/^ *(?:- )?run: *(.+)$/gm)].map(([, command = '']) => {
    if (/^[|>]/.test(command)) throw new Error('A step of a workflow has one line');
    return command;
  });
}

const folder = '.github/workflows';

/** Every command of four documents and the workflows, once and without its comment. */
export const documentedCommands: readonly string[] = [
  ...new Set(
    [
      ...['docs/deploy.md', 'docs/runbook.md', 'docs/privacy.md', 'docs/moving-in.md'].flatMap((path) =>
        inDocument(readFileSync(path, 'utf8')),
      ),
      ...readdirSync(folder).flatMap((name) => inWorkflow(readFileSync(join(folder, name), 'utf8'))),
    ]
      .flatMap((line) => line.replace(/ {2,}#.*/, '').split(' && '))
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Somebody's shell without credentials for AWS and without a way to ask for some. */
export const shellWithoutCredentials = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_REGION: 'ap-northeast-1',
  CDK_DISABLE_CLI_TELEMETRY: '1',
  CI: 'true',
};
