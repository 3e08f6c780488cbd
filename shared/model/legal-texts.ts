/**
 * The texts that an owner accepts before a shop is opened, by version and by the SHA-256 of their JSON (base64url). The
 * record of the acceptance has both; a test beside the texts proves the hashes.
 */
export const legalTexts = {
  terms: { version: '2026-11-23', sha256: 'MEXd50lYQ1FCjxKnu5MVkTp5SwupvIwxT_HFinMtK60' },
  privacy: { version: '2026-11-01', sha256: 'QXHjRINmfvFJNCMn58x6HH0aEtxEAVhcvA9wHe-NYD8' },
} as const;
