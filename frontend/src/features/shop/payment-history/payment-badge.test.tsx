import { render, screen } from '@testing-library/react';
import { PaymentBadge, paymentLook } from './payment-badge';

test.each([
  ['paid', 'お支払い完了', 'success'],
  ['succeeded', 'お支払い完了', 'success'],
  ['pending', '処理中', 'warning'],
  ['failed', '失敗', 'danger'],
  ['canceled', 'キャンセル', 'neutral'],
  ['on_hold', 'on_hold', undefined],
  ['constructor', 'constructor', undefined],
])('%s is shown as %s in its colour: %s', (status, text, tone) => {
  render(<PaymentBadge status={status} />);
  expect(screen.getByText(text)).toBeVisible();
  expect(paymentLook(status)?.tone).toBe(tone);
});
