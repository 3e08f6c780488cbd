import type { Price } from './price';
import { list, million, page, read } from './source';

/** Prices of Cognito, and messages to owners and staff. */
export const userPrices = {
  cognitoLite: {
    service: 'Cognito',
    what: 'active users, Lite',
    unit: 'user',
    usd: 0.0055,
    per: 1,
    free: 10_000,
    tiers: [
      { upTo: 100_000, usd: 0.0055 },
      { upTo: million, usd: 0.0046 },
      { upTo: 10 * million, usd: 0.00325 },
      { upTo: Infinity, usd: 0.0025 },
    ],
    page: page('cognito'),
    read,
    seen: list('APN1-CognitoLiteMAU', '2026-08-14'),
    basis: 'tokyo',
  },
  sms: {
    service: 'SMS',
    what: 'messages to Japan',
    unit: 'message',
    usd: 0.073,
    per: 1,
    page: page('end-user-messaging'),
    read,
    seen: 'AWS’s own price was not found: this is what another provider takes to Japan (Twilio, quoted in 2024)',
    basis: 'nearest',
  },
  mails: {
    service: 'SES',
    what: 'mails to owners',
    unit: 'mail',
    usd: 0.1,
    per: 1_000,
    page: page('ses'),
    read,
    seen: 'price without a region, 2026',
    basis: 'nearest',
  },
  staffMails: {
    service: 'SNS',
    what: 'mails to staff',
    unit: 'mail',
    usd: 2,
    per: 100_000,
    free: 1_000,
    page: page('sns'),
    read,
    seen: 'price without a region, 2026',
    basis: 'nearest',
  },
} as const satisfies Record<string, Price>;
