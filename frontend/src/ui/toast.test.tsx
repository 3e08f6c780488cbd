import { act, render, screen, waitFor } from '@testing-library/react';
import { ToastHost, showToast } from './toast';

test('a second toast replaces the first', async () => {
  render(<ToastHost />);
  act(() => showToast({ tone: 'success', title: '保存しました' }));
  expect(await screen.findByText('保存しました')).toBeVisible();
  act(() => showToast({ tone: 'danger', title: 'エラー', description: '通信エラーが発生しました' }));
  expect(await screen.findByText('通信エラーが発生しました')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('保存しました')).not.toBeInTheDocument());
});
