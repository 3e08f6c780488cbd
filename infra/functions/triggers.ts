import { originKey, type FunctionDeclaration } from './grants';
import { portalOrigin } from './stage-variables';

/** Functions that Cognito and API Gateway call by themselves. */
export const triggers = {
  'custom-message': {
    errorImpact: 'nobody can register, reset a password or sign in with an SMS code',
    permissions: [portalOrigin()],
    timeout: 5, // Cognito's limit for a trigger
  },
  'authorize-origin': {
    errorImpact: 'every request to the portal is refused',
    permissions: [originKey()],
    timeout: 10,
  },
} as const satisfies Record<string, FunctionDeclaration>;
