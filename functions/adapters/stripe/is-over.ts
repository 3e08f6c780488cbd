/**
 * Whether a subscription has ended for good, by its status in Stripe; one that never began because its first payment
 * failed has too.
 */
export const isOver = ({ status }: { status: string }): boolean =>
  status === 'canceled' || status === 'incomplete_expired';
