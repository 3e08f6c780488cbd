import { onEssentials } from './changes';
import { estimate } from './estimate';
import type { StageParts } from './stage-parts';
import { dollars, number, table, texts } from './tables';
import { monthOf } from './traffic';
import { demandsOf, type Demand } from './usage';

/** What Cognito, and the whole stage, cost a month on each plan. */
export function planRows(stage: StageParts, sizes: readonly number[]): string {
  const ofCognito = (demands: readonly Demand[], plan: 'cognitoLite' | 'cognitoEssentials'): number =>
    estimate(demands).lines.find(({ price }) => price === plan)?.usd ?? 0;
  return table(
    ['shops', 'active owners', 'Cognito, Lite', 'Cognito, Essentials', 'stage, Lite', 'stage, Essentials'],
    sizes.map((shops) => {
      const lite = demandsOf(shops, stage);
      const essentials = onEssentials(lite);
      const { owners, newOwners } = monthOf(shops);
      return [
        number(shops),
        number(owners + newOwners),
        dollars(ofCognito(lite, 'cognitoLite')),
        dollars(ofCognito(essentials, 'cognitoEssentials')),
        dollars(estimate(lite).usd),
        dollars(estimate(essentials).usd),
      ];
    }),
  );
}

/** Features by plan, and whether the portal needs them. The page was not read live. */
export const planFeatures = texts(
  ['feature', 'Lite', 'Essentials', 'the portal'],
  [
    ['passwords, resets, groups, triggers, own sender of mails', 'yes', 'yes', 'uses them'],
    ['second step by SMS and authenticator app', 'yes', 'yes', 'uses it'],
    ['ends of sessions (token revocation)', 'yes', 'yes', 'uses it'],
    ['passkeys', 'no', 'yes', 'does not use them yet (decision 050): the first reason to change'],
    ['sign-in by a code alone, by mail or SMS', 'no', 'yes', 'does not use it'],
    ['second step by mail', 'no', 'yes', 'does not use it: the mailbox already resets the password'],
    ['refusal of former passwords', 'no', 'yes', 'does not use it; ASVS 5.0 advises against such rules'],
    ['claims of its own in access tokens', 'no', 'yes', 'does not use them: sessions are its own'],
    ['managed sign-in pages with the branding editor', 'no', 'yes', 'has screens of its own'],
  ],
);
