import { errors } from '#shared/errors';
import { isMendedByAnotherCard } from './confirm-payment';

test('another card helps after a declined, a missing and an unknown card, and after no other refusal', () => {
  expect(Object.keys(errors).filter(isMendedByAnotherCard)).toEqual([
    'CARD_DECLINED',
    'PAYMENT_METHOD_NOT_FOUND',
    'PAYMENT_METHOD_MISSING',
  ]);
  expect(isMendedByAnotherCard(undefined)).toBe(false);
});
