import { codeExpired, codeMismatch } from './errors';
import type { CodePurpose, ContactAttribute, SentCode, UserRecord } from '../store/records';
import type { Cognito } from './cognito';

const hourMs = 3_600_000;
/**
 * Validity of codes (developer guide, "Quotas in Amazon Cognito": sign-up and attributes 24 hours, forgotten password
 * 1 hour).
 */
const lifetimeMs: Record<CodePurpose, number> = {
  'sign-up': 24 * hourMs,
  reset: hourMs,
  email: 24 * hourMs,
  phone_number: 24 * hourMs,
};

/** Makes a code and keeps it; it replaces an earlier one for the same purpose. */
export async function makeCode(
  cognito: Cognito,
  user: UserRecord,
  purpose: CodePurpose,
  attribute: ContactAttribute,
): Promise<string> {
  const code = cognito.newCode();
  await cognito.store.users.change(user.sub, ({ codes }) => {
    codes[purpose] = { code, attribute, expires: cognito.clock.now() + lifetimeMs[purpose] };
  });
  return code;
}

/**
 * Uses up a right code.
 * @throws ExpiredCodeException if there is none for this purpose or it is too old, CodeMismatchException if it is
 * wrong
 */
export async function takeCode(
  cognito: Cognito,
  user: UserRecord,
  purpose: CodePurpose,
  given: string,
): Promise<SentCode> {
  const kept = user.codes[purpose];
  if (!kept || cognito.clock.now() >= kept.expires) throw codeExpired();
  if (kept.code !== given) throw codeMismatch();
  await cognito.store.users.change(user.sub, ({ codes }) => {
    delete codes[purpose];
  });
  return kept;
}
