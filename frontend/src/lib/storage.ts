import { legalTexts } from '#shared/model/legal-texts';

/** If the browser's storage is blocked or full, values live as long as the page. */
const fallback = new Map<string, string>();

export function readLocal(key: string): string | null {
  try {
    return window.localStorage.getItem(key) ?? fallback.get(key) ?? null;
  } catch {
    return fallback.get(key) ?? null;
  }
}

export function writeLocal(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
    fallback.delete(key);
  } catch {
    fallback.set(key, value);
  }
}

function removeLocal(key: string): void {
  fallback.delete(key);
  try {
    window.localStorage.removeItem(key);
  } catch {
    // Blocked storage holds nothing to remove.
  }
}

const wizardKey = (userId: string): string => `first-time-wizard-shown:${userId}`;

/** Whether this user was led to the first shop on this device (spec 3, Local storage; spec 4, First-time flow). */
export const firstTimeWizard = {
  wasShown: (userId: string): boolean => readLocal(wizardKey(userId)) === 'true',
  markShown: (userId: string): void => writeLocal(wizardKey(userId), 'true'),
};

// Another version is another text, which was not agreed to.
const termsKey = `terms-accepted:${legalTexts.terms.version}`;
const privacyKey = `privacy-accepted:${legalTexts.privacy.version}`;

/** The two agreements before the shop form; it needs both (spec 4, Store creation). */
export const acceptance = {
  acceptTerms: (): void => writeLocal(termsKey, 'true'),
  acceptPrivacy: (): void => writeLocal(privacyKey, 'true'),
  complete: (): boolean => readLocal(termsKey) === 'true' && readLocal(privacyKey) === 'true',
  clear: (): void => {
    removeLocal(termsKey);
    removeLocal(privacyKey);
  },
};
