/**
 * Takes the place of Amplify's handler of requests signed with AWS keys (frontend/vite.config.ts): the session is a
 * cookie, and lib/api.ts asks for no authentication.
 */
export function authenticatedHandler(): never {
  throw new Error('The portal signs no requests');
}
