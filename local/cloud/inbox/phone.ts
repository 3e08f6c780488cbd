/** A number in E.164 (`+819012345678`) from any notation; undefined if it is not a number. A leading 0 means Japan. */
export function toE164(text: string): string | undefined {
  const compact = text.trim().replaceAll(/[\s().-]/g, '');
  if (/^0\d{9,10}$/.test(compact)) return `+81${compact.slice(1)}`;
  if (/^\+?810\d{9,10}$/.test(compact)) return `+81${compact.replace(/^\+?810/, '')}`;
  // A plus sign in a query arrives as a space.
  if (/^\+?[1-9]\d{7,14}$/.test(compact)) return `+${compact.replace('+', '')}`;
  return undefined;
}

/** The one form by which messages to an address or number are found. */
export const recipientKey = (to: string): string =>
  to.includes('@') ? to.trim().toLowerCase() : (toE164(to) ?? to.trim().toLowerCase());
