import { readFileSync } from 'node:fs';
import { runAws } from './aws-command';

/** A section of docs/runbook.md, for a test that does what it says. */
export interface Section {
  /** Returns words of the section; fails if it does not have them. */
  says: (words: string) => string;
  /** The section's command that begins so, with values in the place of the words that it leaves open. */
  command: (beginning: string, values?: Readonly<Record<string, string>>) => string;
  /** Runs the section's command of the AWS CLI that begins so. Tables of tests lack the stage's name. */
  run: (beginning: string, values?: Readonly<Record<string, string>>) => Promise<Record<string, unknown>>;
}

const oneLine = (text: string): string => text.replaceAll(/\s*\\?\s*\n\s*/g, ' ');

/** The commands of a text: what stands in `code`, and each line of a block of code. */
export function commandsOf(text: string): string[] {
  const blocks = [...text.matchAll(/^ *```[a-z]*\n([\s\S]*?)^ *```/gm)].flatMap(([, block = '']) =>
    block.replaceAll(/ *\\\n\s*/g, ' ').split('\n'),
  );
  const inline = [...text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
  return [...blocks, ...inline].map((command) => oneLine(command).trim());
}

/** @throws {Error} if the runbook has no such section */
function sectionOf(title: string): Section {
  const text = readFileSync('docs/runbook.md', 'utf8')
    .split(/^## /m)
    .find((one) => one.startsWith(`${title}\n`));
  if (text === undefined) throw new Error(`The runbook has no section "${title}"`);
  const commands = commandsOf(text);
  const command: Section['command'] = (beginning, values = {}) => {
    const found = commands.find((one) => one.startsWith(beginning));
    if (found === undefined) throw new Error(`"${title}" has no command ${beginning}: ${commands.join(' | ')}`);
    return Object.entries(values).reduce((line, [from, to]) => line.replaceAll(from, to), found);
  };
  return {
    says: (words) => {
      expect(oneLine(text)).toContain(words);
      return words;
    },
    command,
    run: (beginning, values) => runAws(command(beginning, { ...values, 'portal-STAGE-': '' })),
  };
}

/**
 * A test that does what a section of docs/runbook.md says, after a fault has made it necessary. Each section has one
 * (local/testing/walks.test.ts).
 */
export function walk(title: string, outcome: string, work: (section: Section) => Promise<void>): void {
  test(`runbook, ${title}: ${outcome}`, () => work(sectionOf(title)));
}
