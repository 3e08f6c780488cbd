import { stripeFacts } from './stripe/stripe-facts';

/** Every service whose facts can be tried; a new one is a folder here and a row. */
export const services = [stripeFacts] as const;
