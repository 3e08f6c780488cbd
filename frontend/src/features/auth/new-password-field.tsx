import type { ComponentProps } from 'react';
import { PasswordField } from '../../ui/text-field';
import { StrengthMeter } from './strength-meter';

type NewPasswordFieldProps = ComponentProps<typeof PasswordField> & { /** As typed so far. */ password: string };

/** A password that is being chosen, with how strong it looks. */
export const NewPasswordField = ({ password, ...field }: NewPasswordFieldProps) => (
  <div>
    <PasswordField required autoComplete="new-password" help="8文字以上" {...field} />
    <StrengthMeter password={password} />
  </div>
);
