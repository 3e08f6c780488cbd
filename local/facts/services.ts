import { stripeFacts } from './stripe/stripe-facts';

/** All services with facts; a new one is a folder here and a row. */
export const services = [stripeFacts] as const;
