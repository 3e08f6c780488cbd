/** Functions that are neither call nor job: what a customer loses when each fails. */
export const triggers = {
  'custom-message': 'nobody can register, reset a password or sign in with an SMS code',
  'authorize-origin': 'the portal answers nobody',
} as const;
