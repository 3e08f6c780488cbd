export { MovableClock, StillClock, type LocalClock } from './clock';
export { Journal } from './journal';
export type { OutgoingMessage, Outbox } from './outbox';
export { serve, type Emulator, type Intercept, type Served, type WireRequest, type WireResponse } from './wire';
