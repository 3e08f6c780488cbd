/**
 * Takes the place of what Amplify signs requests with (frontend/vite.config.ts): the session is a cookie, and
 * lib/api.ts asks for no authentication.
 */
export function authenticatedHandler(): never {
  throw new Error('The portal signs no requests');
}

/** Of `@aws-crypto/sha256-js`, which Amplify imports with everything. */
export function Sha256(): never {
  return authenticatedHandler();
}
