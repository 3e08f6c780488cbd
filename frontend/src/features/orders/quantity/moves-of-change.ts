import { promisedWithin, type Movement } from '#shared/model/movement';
import { sendBackRequest } from '#shared/model/ending';

/** The devices that a changed quantity moves, as the portal orders it (decisions/movements). */
export interface MovesOfChange {
  /** Devices whose shipment, or collection, has not begun and is called off. */
  calledOff: number;
  /** Devices that go back besides, or are shipped. */
  back: number;
  ship: number;
}

const ofKind = (movements: readonly Movement[], kind: Movement['kind']): number =>
  movements.reduce((all, one) => all + (one.kind === kind ? one.count : 0), 0);

/**
 * What moves if a subscription goes from one number of devices to another: movements that have not begun are called off
 * first, and only the rest is moved. Pure.
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
    return { calledOff, back: 0, ship: after - before - calledOff };
  }
  const calledOff = Math.min(before - after, ofKind(waiting, 'ship'));
  return { calledOff, back: before - after - calledOff, ship: 0 };
}

/** That shipments are called off, without a full stop. */
export const callsOffShipments = (count: number): string => `まだ発送していない${count}台は、発送を取りやめます`;

/** The delivery and return of a change in words. */
export function deliveryText({ calledOff, back, ship }: MovesOfChange, fewer: boolean): string {
  if (fewer)
    return [
      calledOff > 0 ? `${callsOffShipments(calledOff)}。` : '',
      back > 0
        ? `減らすデバイス${back}台の返却用の箱を、${promisedWithin('lowered')}にお送りします。${sendBackRequest}`
        : calledOff > 0
          ? 'ほかに返却いただくデバイスはありません。'
          : '',
    ].join('');
  const kept = calledOff > 0 ? `返却の準備中の${calledOff}台は、返却を取りやめます。` : '';
  if (ship > 0) return `${kept}追加のデバイスは、${promisedWithin('raised')}にお届け先へ発送します。`;
  return kept ? `${kept}発送するデバイスはありません。` : 'デバイスの発送・返却はありません。';
}
