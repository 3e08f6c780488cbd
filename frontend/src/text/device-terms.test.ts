import { returnTerms } from './device-terms';

const words = (when: 'requested' | 'arrived'): string => JSON.stringify(returnTerms(when));

// Such a return is due at once, and what is due cannot be withdrawn (functions/domain/movements/to-movement.ts).
test('a stage that lowers at the request: the terms do not promise that such a return can be withdrawn', () => {
  expect(words('requested')).toContain('返却とあわせて契約台数を減らすお申し込みは、取り下げられません。');
  expect(words('arrived')).not.toContain('取り下げられません');
});
