import { useCallback, useSyncExternalStore } from 'react';
import { readLocal, writeLocal } from './local-values';

export type Theme = 'light' | 'dark';

const key = 'theme';
const listeners = new Set<() => void>();

/**
 * Kept under the key `theme`; light where nothing is kept (spec 2, Settings). `public/theme.js` reads the same before
 * the first paint.
 */
export const readTheme = (): Theme => (readLocal(key) === 'dark' ? 'dark' : 'light');

export function applyTheme(theme: Theme): void {
  const { classList } = document.documentElement;
  classList.toggle('dark', theme === 'dark');
  classList.toggle('light', theme === 'light');
  // The browser's own frame takes the canvas's colour (--canvas in ui/tokens.css).
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', theme === 'dark' ? '#11171a' : '#f6f5f2');
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key !== key) return;
    applyTheme(readTheme());
    listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** The theme and how to change it; the class on the document follows at once, in other tabs too. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  const theme = useSyncExternalStore(subscribe, readTheme);
  const setTheme = useCallback((next: Theme) => {
    writeLocal(key, next);
    applyTheme(next);
    for (const listener of listeners) listener();
  }, []);
  return { theme, setTheme };
}
