import { ApiFailure } from './api-failure';

/** Whether the server may have carried a failed call out: there was no response, or none that decides. */
export const mayBeDone = (failure: unknown): boolean =>
  !(failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500);
