import { render, screen } from '@testing-library/react';
import { toFailure } from '../lib/api';
import { ReadFailure } from './basics';

const failed = (status: number, body: string) => ({
  error: toFailure(status, body),
  isValidating: false,
  mutate: () => undefined,
});

test('a response of a gateway: Japanese words, with its status as a code', () => {
  render(<ReadFailure read={failed(504, '<html>Gateway Timeout</html>')} title="店舗情報の取得に失敗しました" />);
  const panel = screen.getByRole('alert');
  expect(panel).toHaveTextContent('しばらくしてから、もう一度お試しください。');
  expect(panel).toHaveTextContent('エラーコード：504');
  expect(panel).not.toHaveTextContent('Gateway Timeout');
});

test('a refusal of the server: its own words', () => {
  const body = JSON.stringify({ code: 'SHOP_NOT_FOUND', message: '指定された店舗が見つかりません', requestId: 'r-1' });
  render(<ReadFailure read={failed(404, body)} />);
  expect(screen.getByRole('alert')).toHaveTextContent('指定された店舗が見つかりません');
});
