import { type MovesOfChange, promisedWithin } from '#shared/model/movement';
import { sendBackRequest } from '#shared/model/ending';

/** That shipments are called off, without a full stop. */
export const callsOffShipments = (count: number): string => `まだ発送していない${count}台は、発送を取りやめます`;

/** That devices which go back anyway are those of a lower number, without a full stop. */
export const countsReturns = (count: number): string => `返却をお申し込み済みの${count}台が、減らす台数に含まれます`;

/** That collections are called off; empty if none is. */
const keepsDevices = (count: number): string => (count > 0 ? `返却の準備中の${count}台は、返却を取りやめます。` : '');

/** The delivery and return of a change in words. */
export function deliveryText({ calledOff, returned, back, ship }: MovesOfChange, fewer: boolean): string {
  if (fewer)
    return [
      returned > 0 ? `${countsReturns(returned)}。` : '',
      calledOff > 0 ? `${callsOffShipments(calledOff)}。` : '',
      back > 0
        ? `減らすデバイス${back}台の返却用の箱を、${promisedWithin('lowered')}にお送りします。${sendBackRequest}`
        : calledOff + returned > 0
          ? 'ほかに返却いただくデバイスはありません。'
          : '',
    ].join('');
  const kept = keepsDevices(calledOff);
  if (ship > 0) return `${kept}追加のデバイスは、${promisedWithin('raised')}にお届け先へ発送します。`;
  return kept ? `${kept}発送するデバイスはありません。` : 'デバイスの発送・返却はありません。';
}
