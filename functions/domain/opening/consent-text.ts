import { timeInJapan } from '#shared/model/japan-time';
import type { OpeningPlan } from '../../adapters/users-table/openings';

/** What the owner agreed to, by version and time in Japan, as the staff read it beside the subscription in Stripe. */
export const consentText = (acceptance: OpeningPlan['acceptance']): string =>
  acceptance
    ? `利用規約 ${acceptance.termsVersion}、プライバシーポリシー ${acceptance.privacyVersion}（${timeInJapan(acceptance.acceptedAt)}）`
    : 'なし';
