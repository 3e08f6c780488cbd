import * as z from 'zod/mini';
import { asLine } from './typed-text';

/** Why an administrator impersonates a user, in their words; the user reads it. */
export const impersonationReasonSchema = z
  .string()
  .check(
    asLine,
    z.minLength(1, '代理ログインの理由を入力してください'),
    z.maxLength(200, '代理ログインの理由は200文字以内で入力してください'),
  );

/** How long a master password works, in seconds. */
export const masterPasswordLifetime = 15 * 60;

/** The reason where none was given: the call of spec 7 carries none. */
export const noReason = '（理由の記入なし）';

/** An impersonation as /settings/security lists it. Times are unix seconds. */
export const impersonationSchema = z.object({
  id: z.string(),
  /** E-mail address of the administrator, which they have proven. */
  administrator: z.string(),
  reason: z.string(),
  startedAt: z.number(),
  /** Null while it is going on. */
  endedAt: z.nullable(z.number()),
});
export type Impersonation = z.output<typeof impersonationSchema>;
