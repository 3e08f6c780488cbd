/**
 * The path of the Stripe emulator's invoices under the portal's own origin. The emulator's port changes at every start,
 * but stored links must stay valid.
 */
export const stripePagesPath = '/__local/stripe';
