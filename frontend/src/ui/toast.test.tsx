import { act, render, screen, waitFor } from '@testing-library/react';
import { Link, BrowserRouter, useNavigate } from 'react-router-dom';
import { endToast, ToastHost, showToast } from './toast';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

function Saves() {
  const navigate = useNavigate();
  const save = (): void => {
    showToast({ tone: 'success', title: '保存しました' });
    void navigate('/saved');
  };
  return (
    <>
      <button onClick={save}>保存</button>
      <Link to="/other">次の画面</Link>
    </>
  );
}
const show = (children: React.ReactNode = null) =>
  render(
    <BrowserRouter>
      <ToastHost />
      {children}
    </BrowserRouter>,
  );

test('a second toast replaces the first', async () => {
  show();
  act(() => showToast({ tone: 'success', title: '保存しました' }));
  expect(await screen.findByText('保存しました')).toBeVisible();
  act(() => showToast({ tone: 'danger', title: 'エラー', description: '通信エラーが発生しました' }));
  expect(await screen.findByText('通信エラーが発生しました')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('保存しました')).not.toBeInTheDocument());
});

test('a toast while the one before is just leaving: shown', async () => {
  jest.useFakeTimers();
  show();
  act(() => showToast({ tone: 'success', title: '保存しました' }));
  expect(await screen.findByText('保存しました')).toBeVisible();
  act(() => void jest.advanceTimersByTime(5_000));
  act(() => showToast({ tone: 'success', title: '送信しました' }));
  act(() => void jest.advanceTimersByTime(1_000));
  expect(screen.getByText('送信しました')).toBeVisible();
  expect(screen.queryByText('保存しました')).not.toBeInTheDocument();
});

test('a toast stays on the screen that its action opens, and ends with the next one', async () => {
  jest.useFakeTimers();
  show(<Saves />);
  act(() => screen.getByRole('button').click());
  expect(await screen.findByText('保存しました')).toBeVisible();
  act(() => void jest.advanceTimersByTime(2_000));
  expect(screen.getByText('保存しました')).toBeVisible();
  act(() => screen.getByRole('link').click());
  act(() => void jest.advanceTimersByTime(1_000));
  expect(screen.queryByText('保存しました')).not.toBeInTheDocument();
});

test('a dialog opens: the toast of the press which opened it stays, one of before ends', async () => {
  jest.useFakeTimers();
  show();
  act(() => showToast({ tone: 'success', title: '保存しました' }));
  expect(await screen.findByText('保存しました')).toBeVisible();
  act(endToast);
  act(() => void jest.advanceTimersByTime(1_000));
  expect(screen.getByText('保存しました')).toBeVisible();
  act(endToast);
  act(() => void jest.advanceTimersByTime(1_000));
  expect(screen.queryByText('保存しました')).not.toBeInTheDocument();
});

test('the page becomes shorter: the toast takes its place anew', async () => {
  const changes: (() => void)[] = [];
  jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((changed) => {
    const watch = { observe() {}, unobserve() {}, disconnect() {} };
    changes.push(() => changed([], watch));
    return watch;
  });
  const height = window.innerHeight;
  let top = 0;
  show(<button>最後</button>);
  jest
    .spyOn(screen.getByRole('button', { name: '最後' }), 'getBoundingClientRect')
    .mockImplementation(() => ({ left: 0, right: 2000, top, bottom: top + 48 }) as DOMRect);
  act(() => showToast({ tone: 'success', title: '保存しました' }));
  const toast = await screen.findByText('保存しました');
  const offset = () => toast.closest<HTMLElement>('[data-sonner-toaster]')?.style.getPropertyValue('--offset-bottom');
  await waitFor(() => expect(offset()).toBe('16px'));
  top = height - 64;
  act(() => changes.forEach((change) => change()));
  await waitFor(() => expect(offset()).toBe('64px'));
});
