/** The texts that an owner accepts, by version and SHA-256 of their JSON (base64url), both in the record. */
export const legalTexts = {
  terms: { version: '2026-11-25', sha256: 'fM2TdmhVR-8xCvhrv8Utfsh_RNh5gMc1MeqOLIqbMWU' },
  privacy: { version: '2026-11-24', sha256: 'jDOuM_hmeK_T0GkjbNOzMrjIwMODpsGLTHvOv1jJZxY' },
} as const;
