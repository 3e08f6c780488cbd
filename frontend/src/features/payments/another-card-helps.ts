import { isMendedByAnotherCard } from '#shared/model/card-refusals';
import { ApiFailure } from '../../lib/api-failure';

/** Whether a call was refused because of its card, so that the same call with another card may succeed. */
export const anotherCardHelps = (error: unknown): error is ApiFailure =>
  error instanceof ApiFailure && isMendedByAnotherCard(error.code);
