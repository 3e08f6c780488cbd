import { ApiFailure } from './api-failure';

/** Whether the server may have carried a failed call out: there was no response, or none that decides. */
export const mayBeDone = (error: unknown): boolean =>
  !(error instanceof ApiFailure && error.status >= 400 && error.status < 500);
