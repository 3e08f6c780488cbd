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
      className="icon-button"
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
