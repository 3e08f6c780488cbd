import { createStore, useStore } from './create-store';
import { readLocal, writeLocal } from './local-values';

export type Theme = 'light' | 'dark';

const key = 'theme';

/**
 * Stored under the key `theme`; light by default (spec 2, Settings). `public/first.js` reads the same before the first
 * paint.
 */
export const readTheme = (): Theme => (readLocal(key) === 'dark' ? 'dark' : 'light');

export function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.toggle('dark', theme === 'dark');
  classList.toggle('light', theme === 'light');
  // The browser's own frame takes the canvas's colour (--color-canvas in ui/tokens.css).
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#11171a' : '#f6f5f2');
}

const current = createStore<Theme>(readTheme(), 'light');

function show(theme: Theme): void {
  applyTheme(theme);
  current.set(theme);
}

// Another tab of the portal has changed it.
window.addEventListener('storage', (event) => {
  if (event.key === key) show(readTheme());
});

function setTheme(theme: Theme): void {
  writeLocal(key, theme);
  show(theme);
}

/** The theme and how to change it. The class on the document follows at once, in other tabs too. */
export const useTheme = (): { theme: Theme; setTheme: (theme: Theme) => void } => ({
  theme: useStore(current),
  setTheme,
});
