import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { BrowserRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { Dialog } from './dialog';
import { afterDialog } from './dialog-history';

const marks = () => (window.history.state as { dialogs?: number } | null)?.dialogs ?? 0;

/** A shop's page, with a dialog that closes itself and then says on the page what has changed. */
function Shop() {
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const change = (): void => {
    afterDialog(() => void navigate('.', { replace: true, state: { changed: true } }));
    setOpen(false);
  };
  return (
    <>
      <p>{`${pathname} ${JSON.stringify(state)}`}</p>
      <button onClick={() => void navigate('/shop')}>店舗</button>
      <button onClick={() => setOpen(true)}>開く</button>
      <button onClick={change}>ここで変更</button>
      {open && (
        <Dialog title="変更" onClose={() => setOpen(false)}>
          <button onClick={change}>変更する</button>
        </Dialog>
      )}
    </>
  );
}

async function show() {
  const user = userEvent.setup({ delay: null });
  render(
    <BrowserRouter>
      <Routes>
        <Route path="/:place?" element={<Shop />} />
      </Routes>
    </BrowserRouter>,
  );
  await user.click(screen.getByRole('button', { name: '店舗' }));
  return user;
}

test('a change in a dialog: its entry is gone, and one step back leaves the page', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: '開く' }));
  await waitFor(() => expect(marks()).toBe(1));
  await user.click(await screen.findByRole('button', { name: '変更する' }));
  expect(await screen.findByText('/shop {"changed":true}')).toBeVisible();
  expect(marks()).toBe(0);
  window.history.back();
  expect(await screen.findByText('/ null')).toBeVisible();
});

test('without a dialog the page says at once what has changed', async () => {
  const user = await show();
  await user.click(screen.getByRole('button', { name: 'ここで変更' }));
  expect(screen.getByText('/shop {"changed":true}')).toBeVisible();
});
