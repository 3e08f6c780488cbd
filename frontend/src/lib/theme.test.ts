import { readFileSync } from 'node:fs';
import { canvas, paint } from '../../testing/canvas';
import { applyTheme, type Theme } from './theme';

const read = (file: string): string => readFileSync(`frontend/${file}`, 'utf8');

/** The value of a colour in a block of tokens.css. */
const token = (block: string, name: string): string => {
  const tokens = read('src/ui/tokens.css');
  const colours = tokens.slice(tokens.indexOf(`\n${block} {`)).split('}')[0];
  return new RegExp(`--color-${name}: (#[0-9a-f]{6});`).exec(colours ?? '')?.[1] ?? `no ${name} in ${block}`;
};

const blocks: Record<Theme, string> = { light: '@theme static', dark: '  .dark' };

const frame = (): string | undefined => document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content;

/** The document as a browser reads it from index.html, before any script. */
function openPage(): void {
  const page = new DOMParser().parseFromString(read('index.html'), 'text/html');
  document.head.replaceChildren(...page.head.querySelectorAll('meta'));
  document.documentElement.className = page.documentElement.className;
}

beforeEach(() => {
  openPage();
  paint();
});

test('the page opens with the light canvas as the colour of the browser frame', () => {
  expect(frame()).toBe(token(blocks.light, 'canvas'));
});

test('the dark theme is kept: the script before the first paint sets its canvas', () => {
  window.localStorage.setItem('theme', 'dark');
  const script = document.createElement('script');
  script.textContent = read('public/first.js');
  document.head.append(script);
  expect(frame()).toBe(token(blocks.dark, 'canvas'));
  expect(canvas()).toBe(token(blocks.dark, 'canvas'));
});

test.each(['light', 'dark'] as const)(
  'the %s theme is chosen: the page and the browser frame take its canvas',
  (theme) => {
    applyTheme(theme);
    expect(canvas()).toBe(token(blocks[theme], 'canvas'));
    expect(frame()).toBe(token(blocks[theme], 'canvas'));
  },
);

test('the native app shows its own page while offline: both themes in the same colours', () => {
  const style = read('native-app/index.html');
  const both = (name: string) => `light-dark(${token(blocks.light, name)}, ${token(blocks.dark, name)})`;
  expect(style).toContain(`background: ${both('canvas')};`);
  expect(style).toContain(`color: ${both('ink')};`);
});

test('the dark colours stand in a rule that leaves paper out, and nowhere else', () => {
  const tokens = read('src/ui/tokens.css');
  expect(tokens.match(/^@media not print \{\n {2}\.dark \{/gm)).toHaveLength(1);
  expect(tokens.match(/\.dark \{/g)).toHaveLength(1);
});
