import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { renderApp } from '../../testing/render-app';
import { lazyDialog } from './lazy-dialog';

const Question = ({ onClose }: { onClose: () => void }) => <button onClick={onClose}>質問を閉じる</button>;

/** A screen with something typed, and a button that opens the dialog. */
function show(load: () => Promise<typeof Question>) {
  const Lazy = lazyDialog(load);
  function Host() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <input aria-label="名前" />
        <button onClick={() => setOpen(true)}>開く</button>
        {open ? <Lazy onClose={() => setOpen(false)} /> : <p>閉じています</p>}
      </>
    );
  }
  return renderApp(<Host />);
}

test('the code is loaded with the first opening alone', async () => {
  const load = jest.fn(async () => Question);
  const { user } = show(load);
  for (let opening = 0; opening < 2; opening += 1) {
    await user.click(screen.getByRole('button', { name: '開く' }));
    await user.click(await screen.findByRole('button', { name: '質問を閉じる' }));
    expect(await screen.findByText('閉じています')).toBeVisible();
  }
  expect(load).toHaveBeenCalledTimes(1);
});

test('the code cannot be loaded: the screen and what was typed stay, a toast says so, and it opens later', async () => {
  const load = jest.fn(async () => Question).mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const { user } = show(load);
  await user.type(screen.getByLabelText('名前'), '青山');
  await user.click(screen.getByRole('button', { name: '開く' }));
  expect(await screen.findByText('表示できませんでした')).toBeVisible();
  expect(screen.getByText('閉じています')).toBeVisible();
  expect(screen.getByLabelText('名前')).toHaveValue('青山');
  await user.click(screen.getByRole('button', { name: '開く' }));
  expect(await screen.findByRole('button', { name: '質問を閉じる' })).toBeVisible();
});

test('closed while the code is still loading: nothing opens', async () => {
  let finish: (dialog: typeof Question) => void = () => undefined;
  const Lazy = lazyDialog(() => new Promise<typeof Question>((resolve) => (finish = resolve)));
  const { rerender } = renderApp(<Lazy onClose={() => undefined} />);
  rerender(<p>閉じています</p>);
  finish(Question);
  await waitFor(() => expect(screen.getByText('閉じています')).toBeVisible());
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
