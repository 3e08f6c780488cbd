import type { Price } from './price';
import { list, page, read } from './source';

/** Prices of Secrets Manager and KMS. */
export const secretPrices = {
  secrets: {
    service: 'Secrets Manager',
    what: 'secrets',
    unit: 'secret',
    usd: 0.4,
    per: 1,
    page: page('secrets-manager'),
    read,
    seen: list('APN1-AWSSecretsManager-Secrets', '2026-09-11'),
    basis: 'tokyo',
  },
  secretReads: {
    service: 'Secrets Manager',
    what: 'reads',
    unit: 'request',
    usd: 0.05,
    per: 10_000,
    page: page('secrets-manager'),
    read,
    seen: 'price list of 2026-09-11, Tokyo',
    basis: 'tokyo',
  },
  keys: {
    service: 'KMS',
    what: 'keys',
    unit: 'key',
    usd: 1,
    per: 1,
    page: page('kms'),
    read,
    seen: list('ap-northeast-1-KMS-Keys'),
    basis: 'tokyo',
  },
  keyRequests: {
    service: 'KMS',
    what: 'requests',
    unit: 'request',
    usd: 0.03,
    per: 10_000,
    free: 20_000,
    page: page('kms'),
    read,
    seen: list('ap-northeast-1-KMS-Requests'),
    basis: 'tokyo',
  },
} as const satisfies Record<string, Price>;
