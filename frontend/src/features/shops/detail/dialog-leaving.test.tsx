import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aShop } from '../../../../testing/shops';
import { EditDialog } from './edit-dialog';

const onClose = jest.fn();
beforeEach(() => {
  onClose.mockClear();
  new FakeServer().install();
});

const show = async () => {
  const { user } = renderApp(<EditDialog customer={aShop().customer} onClose={onClose} />);
  await screen.findByRole('dialog', { name: '店舗情報の編集' });
  return user;
};
const question = () => screen.findByRole('dialog', { name: '入力した内容を破棄しますか？' });
/** The phone's back button. */
const goBack = async () => {
  await waitFor(() => expect(window.history.state).toMatchObject({ dialogs: 1 }));
  await act(async () => {
    window.history.back();
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }));
  });
};

test('nothing was entered: Escape closes the dialog, and so does the phone’s back button', async () => {
  const user = await show();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await goBack();
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('something was entered: the dialog asks before it closes, and keeps it', async () => {
  const user = await show();
  const name = screen.getByLabelText('店舗名（サロン名）');
  await user.type(name, '本店');
  await user.keyboard('{Escape}');
  await question();
  await user.click(screen.getByRole('button', { name: '入力を続ける' }));
  expect(onClose).not.toHaveBeenCalled();
  expect(name).toHaveValue('サロンみなと本店');
  await goBack();
  await question();
  await user.click(screen.getByRole('button', { name: '破棄する' }));
  expect(onClose).toHaveBeenCalledTimes(1);
});

test.each([
  ['as the standard says', { isComposing: true }],
  ['in Safari', { keyCode: 229 }],
])('Escape that takes the conversion of kana back: no question (%s)', async (_where, converting) => {
  const user = await show();
  const name = screen.getByLabelText('店舗名（サロン名）');
  await user.type(name, '本店');
  fireEvent.keyDown(name, { key: 'Escape', ...converting });
  expect(screen.queryByRole('dialog', { name: '入力した内容を破棄しますか？' })).not.toBeInTheDocument();
  fireEvent.keyDown(name, { key: 'Escape' });
  await question();
});
