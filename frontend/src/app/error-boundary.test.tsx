import { render, screen } from '@testing-library/react';
import { ErrorBoundary } from './error-boundary';

function Faulty(): never {
  throw new Error('a mistake in the screen');
}

test('a screen fails: a message with a way out; the next screen is shown as usual', () => {
  // React logs what the boundary caught to the console.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { rerender } = render(
    <ErrorBoundary resetKey="one">
      <Faulty />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('画面を表示できませんでした');
  expect(screen.getByRole('button', { name: '再読み込み' })).toBeEnabled();
  expect(screen.getByRole('button', { name: '店舗一覧へ' })).toBeEnabled();
  rerender(
    <ErrorBoundary resetKey="two">
      <p>次の画面</p>
    </ErrorBoundary>,
  );
  expect(screen.getByText('次の画面')).toBeVisible();
});
