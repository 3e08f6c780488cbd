import { readFileSync } from 'node:fs';

const tokens = readFileSync('frontend/src/ui/tokens.css', 'utf8');

/** A rule of tokens.css for a selector, with what stands in the block that begins with `head`. */
const rule = (selector: string, head: string): string =>
  `${selector} {${/\{([^}]*)\}/.exec(tokens.slice(tokens.indexOf(`\n${head} {`)))?.[1] ?? ''}}`;

/** Gives the page its colours, as the built style sheet does. */
export function paint(): void {
  const style = document.createElement('style');
  style.textContent = rule(':root', '@theme static') + rule('.dark', '  .dark');
  document.head.append(style);
}

/** The colour behind everything, as it is shown. */
export const canvas = (): string => getComputedStyle(document.documentElement).getPropertyValue('--color-canvas');
