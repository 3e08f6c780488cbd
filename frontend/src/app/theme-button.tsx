import { Moon, Sun } from 'lucide-react';
import { useTheme } from '../lib/theme';

/** Switches between light and dark; the choice is stored on this device. */
export function ThemeButton() {
  const { theme, setTheme } = useTheme();
  const dark = theme === 'dark';
  const Icon = dark ? Sun : Moon;
  return (
    <button
      type="button"
      aria-label="ダークモード"
      aria-pressed={dark}
      title={dark ? 'ライトモードにする' : 'ダークモードにする'}
      onClick={() => setTheme(dark ? 'light' : 'dark')}
      className={[
        'grid size-11 place-items-center rounded-field text-ink-soft transition-colors',
        'hover:bg-sunken hover:text-ink',
      ].join(' ')}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
