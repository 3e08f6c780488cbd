/**
 * The texts that are agreed to before a shop is opened, by version and by the SHA-256 of their JSON (base64url). What
 * was agreed to is recorded with both; a test beside the texts proves that they are these.
 */
export const legalTexts = {
  terms: { version: '2026-11-01', sha256: 'uC572a8PfmdJXhMM5szdh7Rxvpks9wcqgF0BDt2kBLQ' },
  privacy: { version: '2026-11-01', sha256: 'QXHjRINmfvFJNCMn58x6HH0aEtxEAVhcvA9wHe-NYD8' },
} as const;
