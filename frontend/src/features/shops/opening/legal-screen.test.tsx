import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { terms } from '../../../text/terms';
import { LegalScreen } from './legal-screen';

const show = (onAgree = () => {}, onBack = () => {}) =>
  render(
    <MemoryRouter>
      <LegalScreen
        text={terms}
        agreeLabel="同意して次へ"
        backLabel="店舗一覧へ戻る"
        onAgree={onAgree}
        onBack={onBack}
      />
    </MemoryRouter>,
  );

/** jsdom has no layout: the frame gets the sizes that a browser would measure. */
function scroll(element: HTMLElement, scrollTop: number): void {
  Object.defineProperties(element, {
    scrollTop: { value: scrollTop, configurable: true },
    clientHeight: { value: 400, configurable: true },
    scrollHeight: { value: 2000, configurable: true },
  });
  fireEvent.scroll(element);
}

beforeEach(() => {
  jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
});
afterEach(() => jest.restoreAllMocks());

test('agreeing is possible at the end of the text, and stays possible', async () => {
  const onAgree = jest.fn();
  show(onAgree);
  const text = screen.getByRole('region', { name: '利用規約' });
  const agree = screen.getByRole('button', { name: '同意して次へ' });
  expect(agree).toBeDisabled();
  scroll(text, 1594);
  expect(agree).toBeDisabled();
  scroll(text, 1595);
  expect(agree).toBeEnabled();
  scroll(text, 0);
  await userEvent.click(agree);
  expect(onAgree).toHaveBeenCalledTimes(1);
});

test('the way back is always available', async () => {
  const onBack = jest.fn();
  show(undefined, onBack);
  await userEvent.click(screen.getByRole('button', { name: '店舗一覧へ戻る' }));
  expect(onBack).toHaveBeenCalledTimes(1);
});

test('the terms contain the amounts and periods of the specification', () => {
  show();
  const text = screen.getByRole('region', { name: '利用規約' }).textContent;
  for (const constant of [
    '9,900円',
    '35日間',
    '30日前',
    '14.6％',
    '1か月を超えて',
    '1週間以内',
    '198,000円',
    '3営業日以内',
    '10,000円から15,000円',
  ])
    expect(text).toContain(constant);
});
