import * as z from 'zod/mini';
import { defineTask } from '../../platform/tasks';

/** An event as the portal keeps it (functions/adapters/stripe/read-event.ts). */
const eventSchema = z.object({
  id: z.string(),
  type: z.string(),
  objectId: z.optional(z.string()),
  customerId: z.optional(z.string()),
  userId: z.optional(z.string()),
});

/** Events of one customer, oldest first; the events of a shop are taken one after the other. */
export const takeStripeEvents = defineTask(
  'stripe-events',
  z.object({ events: z.array(eventSchema) }),
  ({ events: [first] }) => first?.customerId ?? first?.id ?? 'none',
);
