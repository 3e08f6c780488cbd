import { act, render, screen, waitFor } from '@testing-library/react';
import { ToastHost, showToast } from './toast';

afterEach(() => jest.useRealTimers());

test('a second toast replaces the first', async () => {
  render(<ToastHost />);
  act(() => showToast({ tone: 'success', title: '保存しました' }));
  expect(await screen.findByText('保存しました')).toBeVisible();
  act(() => showToast({ tone: 'danger', title: 'エラー', description: '通信エラーが発生しました' }));
  expect(await screen.findByText('通信エラーが発生しました')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('保存しました')).not.toBeInTheDocument());
});

test('a toast while the one before is just leaving: shown', async () => {
  jest.useFakeTimers();
  render(<ToastHost />);
  act(() => showToast({ tone: 'success', title: '保存しました' }));
  expect(await screen.findByText('保存しました')).toBeVisible();
  act(() => void jest.advanceTimersByTime(5_000));
  act(() => showToast({ tone: 'success', title: '送信しました' }));
  act(() => void jest.advanceTimersByTime(1_000));
  expect(screen.getByText('送信しました')).toBeVisible();
  expect(screen.queryByText('保存しました')).not.toBeInTheDocument();
});
