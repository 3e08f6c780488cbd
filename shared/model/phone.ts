import { phonePattern } from './address';

const countryCode = '+81';

/**
 * A Japanese number as typed (0 and 9 or 10 digits, spec 5) in E.164, as Cognito needs it; undefined for any other
 * text.
 */
export function toInternationalPhone(typed: string): string | undefined {
  return phonePattern.test(typed) ? `${countryCode}${typed.slice(1)}` : undefined;
}

/**
 * A +81 number as it is typed in Japan; undefined for numbers of other countries and for texts that are not a number.
 */
export function toJapanesePhone(international: string): string | undefined {
  if (!international.startsWith(countryCode)) return undefined;
  const typed = `0${international.slice(countryCode.length)}`;
  return phonePattern.test(typed) ? typed : undefined;
}
