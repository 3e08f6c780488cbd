import { identifyRequest } from '../idempotency/identify';
import { openingName, parseOpeningName } from './opening-name';

test('the name in Stripe’s metadata identifies the record', () => {
  const opening = { key: identifyRequest('call', {}, 'a-key-of-the-form').key, id: crypto.randomUUID() };
  expect(parseOpeningName(openingName(opening))).toEqual(opening);
  expect(openingName(opening).length).toBeLessThanOrEqual(500);
  expect(parseOpeningName('nonsense')).toBeUndefined();
});
