import { promisedWithin, type Movement } from '#shared/model/movement';
import { sendBackRequest } from '#shared/model/ending-words';
import { promisedReturns } from '../../../lib/promised-returns';

/** The devices that a changed quantity moves, as the portal orders it (decision 064). */
export interface MovesOfChange {
  /** Devices on their way back that lower the subscription already. */
  promised: readonly string[];
  /** Devices whose shipment, or collection, has not begun and is called off. */
  calledOff: number;
  /** Devices that go back besides, or are shipped. */
  back: number;
  ship: number;
}

const ofKind = (movements: readonly Movement[], kind: Movement['kind']): number =>
  movements.reduce((all, one) => all + (one.kind === kind ? one.count : 0), 0);

/**
 * What moves if a subscription goes from one number of devices to another: returns under way that lower it count first,
 * then movements that have not begun are called off, and only the rest is moved. Pure.
 */
export function movesOfChange(
  movements: readonly Movement[],
  subscriptionId: string,
  { before, after }: { before: number; after: number },
): MovesOfChange {
  const waiting = movements.filter(
    ({ subscription, state, cause }) => subscription === subscriptionId && state === 'ordered' && cause !== 'return',
  );
  if (after >= before) {
    const calledOff = Math.min(after - before, ofKind(waiting, 'collect'));
    return { promised: [], calledOff, back: 0, ship: after - before - calledOff };
  }
  const promised = promisedReturns(movements, subscriptionId);
  const left = Math.max(0, before - after - promised.length);
  const calledOff = Math.min(left, ofKind(waiting, 'ship'));
  return { promised, calledOff, back: left - calledOff, ship: 0 };
}

/** That shipments are called off, without a full stop. */
export const callsOffShipments = (count: number): string => `まだ発送していない${count}台は、発送を取りやめます`;

/** The delivery and return of a change in words. */
export function deliveryText({ promised, calledOff, back, ship }: MovesOfChange, fewer: boolean): string {
  if (fewer)
    return [
      calledOff > 0 ? `${callsOffShipments(calledOff)}。` : '',
      back > 0
        ? `減らすデバイス${back}台の返却用の箱を、${promisedWithin('lowered')}にお送りします。${sendBackRequest}`
        : promised.length > 0 || calledOff > 0
          ? 'ほかに返却いただくデバイスはありません。'
          : '',
    ].join('');
  const kept = calledOff > 0 ? `返却の準備中の${calledOff}台は、返却を取りやめます。` : '';
  if (ship > 0) return `${kept}追加のデバイスは、${promisedWithin('raised')}にお届け先へ発送します。`;
  return kept ? `${kept}発送するデバイスはありません。` : 'デバイスの発送・返却はありません。';
}
