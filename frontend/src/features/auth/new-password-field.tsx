import type { ComponentProps } from 'react';
import { Check, Minus } from 'lucide-react';
import { passwordStrength, type StrengthLevel } from './password-strength';
import { PasswordField } from '../../ui/text-field';
import { useUser } from '../../lib/session';

type NewPasswordFieldProps = ComponentProps<typeof PasswordField> & { /** As typed so far. */ password: string };

/** A password that is being chosen, with how strong it looks. */
export const NewPasswordField = ({ password, ...field }: NewPasswordFieldProps) => (
  <div>
    <PasswordField required autoComplete="new-password" help="8文字以上" {...field} />
    <StrengthMeter password={password} />
  </div>
);

/**
 * Tells password managers whose password a form asks for. Nobody sees it (chromium.org, Create Amazing Password Forms:
 * hidden fields for implicit information).
 */
export function KnownUsername() {
  const { user } = useUser();
  return <input hidden readOnly autoComplete="username" value={user?.email ?? ''} />;
}

const bars: Record<StrengthLevel['colour'], string> = {
  none: '',
  red: 'bg-strength-weak',
  yellow: 'bg-strength-normal',
  green: 'bg-strength-strong',
  'dark-green': 'bg-strength-very-strong',
};

/** How strong a new password looks, once something is typed. It informs and refuses nothing (spec 5). */
function StrengthMeter({ password }: { password: string }) {
  if (password === '') return null;
  const { score, level, checks } = passwordStrength(password);
  return (
    <div className="fade-in mt-3">
      <meter
        className="sr-only"
        aria-label="パスワードの強度"
        aria-valuetext={level.label}
        min={0}
        max={100}
        value={score}
      />
      <div aria-hidden className="h-1.5 overflow-hidden rounded-full bg-line">
        <div
          className={`h-full rounded-full transition-[width] duration-300 ${bars[level.colour]}`}
          style={{ width: `${score}%` }}
        />
      </div>
      <p aria-live="polite" className="mt-1.5 text-sm text-ink-soft">
        パスワードの強度：<span className="font-semibold text-ink">{level.label}</span>
      </p>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-x-4 gap-y-1 text-sm">
        {checks.map(({ name, label, met }) => (
          <li key={name} className={`flex items-center gap-1.5 ${met ? 'text-success' : 'text-ink-soft'}`}>
            {met ? (
              <Check aria-hidden className="size-4 shrink-0" />
            ) : (
              <Minus aria-hidden className="size-4 shrink-0 opacity-60" />
            )}
            {label}
            {met && <span className="sr-only">（達成）</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
