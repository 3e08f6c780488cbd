import { errors, type ErrorCode } from '#shared/errors';
import { ApiFailure } from '../../../lib/api';
import { anotherCardHelps } from './use-paid';

test('another card helps after a declined, a missing and an unknown card, and after no other refusal', () => {
  const refusals = Object.keys(errors).map((code) => new ApiFailure(400, code as ErrorCode, ''));
  expect(refusals.filter(anotherCardHelps).map(({ code }) => code)).toEqual([
    'CARD_DECLINED',
    'PAYMENT_METHOD_NOT_FOUND',
    'PAYMENT_METHOD_MISSING',
  ]);
  expect(anotherCardHelps(new Error('CARD_DECLINED'))).toBe(false);
});
