import type { WireSubscription } from '../wire/objects';

type HasStatus = Pick<WireSubscription, 'status'>;

/** Whether it has ended, or never began. */
export const isOver = ({ status }: HasStatus): boolean => status === 'canceled' || status === 'incomplete_expired';

/** Whether its next period will have an invoice, unless its end is planned before. */
export const renews = ({ status }: HasStatus): boolean => ['trialing', 'active', 'past_due'].includes(status);

/** Whether its present period was billed, so that an end within it can be credited. */
export const isBilled = ({ status }: HasStatus): boolean => ['active', 'past_due'].includes(status);
