import { render, screen } from '@testing-library/react';
import { PaymentBadge } from './payment-badge';

test.each([
  ['paid', 'お支払い完了', 'text-success'],
  ['succeeded', 'お支払い完了', 'text-success'],
  ['pending', '処理中', 'text-warning'],
  ['failed', '失敗', 'text-danger'],
  ['canceled', 'キャンセル', 'text-ink-soft'],
  ['on_hold', 'on_hold', 'text-ink-soft'],
  ['constructor', 'constructor', 'text-ink-soft'],
])('%s is shown as %s', (status, text, colour) => {
  render(<PaymentBadge status={status} />);
  expect(screen.getByText(text).className).toContain(colour);
});
