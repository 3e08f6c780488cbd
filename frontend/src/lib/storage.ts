import { legalTexts } from '#shared/model/legal-texts';
import { readLocal, removeLocal, writeLocal } from './local-values';

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
