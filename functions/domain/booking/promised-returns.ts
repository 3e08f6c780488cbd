import { lowersLater } from '#shared/model/movement';
import type { MovementItem } from '../../adapters/devices-table/movements';

/** The returns that lower a subscription, and have not yet: each takes one device off it. Pure. */
export const promisedReturns = <M extends Pick<MovementItem, 'subscriptionId' | 'lowers' | 'state'>>(
  movements: readonly M[],
  subscriptionId: string,
): M[] => movements.filter((movement) => movement.subscriptionId === subscriptionId && lowersLater(movement));
