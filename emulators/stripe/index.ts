/** Stripe's API and Stripe.js on this machine. The code behind a function is loaded when it is called. */
import type { WireRequest, WireResponse } from '../platform/index';
import type { StripeEmulator, StripeEmulatorOptions } from './create-stripe-emulator';

export type { StripeEmulator, StripeEmulatorOptions, Strictness } from './create-stripe-emulator';
export type { DeliveryMode } from './events/delivery-mode';
export type { AccountSettings } from './state/account';
export { documentedLimits } from './calls/request-limits';

export const createStripeEmulator = async (options: StripeEmulatorOptions): Promise<StripeEmulator> =>
  (await import('./create-stripe-emulator')).createStripeEmulator(options);

/** Responds to requests for Stripe.js and its frames; undefined for any other request. */
export const createStripeJsAssets = async (): Promise<(request: WireRequest) => WireResponse | undefined> =>
  (await import('./stripe-js/create-stripe-js-assets')).createStripeJsAssets();
