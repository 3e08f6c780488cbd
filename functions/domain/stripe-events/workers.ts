import { defineWorker } from '../../platform/worker';
import { takeStripeEvents } from './event-tasks';
import { takeEvents } from './take-events';

export const stripeEventWorkers = [
  defineWorker(
    takeStripeEvents,
    ({ events }) => takeEvents(events),
    'An event only says which shop to read again, and handled events are recorded.',
  ),
];
