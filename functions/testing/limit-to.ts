import type { LimitSettings } from '#shared/model/limits';

/** Sets the limits of the stage for the rest of a test; {@link testServices} begins each test with wide ones. */
export const limitTo = (settings: LimitSettings): void => void (process.env['LIMITS'] = JSON.stringify(settings));

/** The clock of most tests stands still, so what counts seconds and minutes would never end. */
export const wide: LimitSettings = {
  change: { user: ['100000/10m'], network: ['100000/10m'] },
  stripe: { user: ['100000/10s', '100000/d'], network: ['100000/10s'], stage: ['100000/10s'] },
  order: { user: ['100000/m', '100000/d'], network: ['100000/10s'] },
};
