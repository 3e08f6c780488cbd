/**
 * Where the Stripe emulator's invoices stand in the portal's own origin: the emulator's port is another one at every
 * start, and links are kept.
 */
export const stripePagesPath = '/__local/stripe';
