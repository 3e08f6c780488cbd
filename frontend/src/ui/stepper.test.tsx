import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Stepper } from './stepper';

function Host({ from, max = 3 }: { from: number; max?: number }) {
  const [value, setValue] = useState(from);
  return <Stepper label="台数" value={value} min={1} max={max} onChange={setValue} />;
}

test.each([
  ['減らす', '増やす'],
  ['増やす', '減らす'],
])('%s to the end: the focus goes to the other button, because a disabled one loses it', async (pressed, other) => {
  const user = userEvent.setup();
  render(<Host from={2} />);
  const button = screen.getByRole('button', { name: `台数を${pressed}` });
  await user.click(button);
  expect(button).toBeDisabled();
  expect(screen.getByRole('button', { name: `台数を${other}` })).toHaveFocus();
});

test.each(['120', '１２０', '9'.repeat(21)])('%s typed, of 99 at most: 99, and not its first digits', async (typed) => {
  const user = userEvent.setup();
  render(<Host from={1} max={99} />);
  const field = screen.getByRole('spinbutton');
  await user.clear(field);
  await user.paste(typed);
  expect(field).toHaveValue('99');
  expect(field).toHaveAttribute('aria-valuenow', '99');
});

test('its name is said once', () => {
  render(<Host from={1} />);
  expect(screen.queryByRole('group', { name: '台数' })).not.toBeInTheDocument();
  expect(screen.getByRole('spinbutton', { name: '台数' })).toBeVisible();
});

describe('digits typed through an input method', () => {
  const compose = (text: string): void => {
    const field = screen.getByRole('spinbutton');
    fireEvent.input(field, { target: { value: text }, isComposing: true });
    // A value that is set during a conversion ends it, and the next digit is appended to the wrong text.
    expect(field).toHaveValue(text);
  };

  test('stand as they are until the conversion ends, and then count', () => {
    render(<Host from={1} max={99} />);
    const field = screen.getByRole('spinbutton');
    fireEvent.compositionStart(field);
    compose('１');
    compose('１２');
    fireEvent.compositionEnd(field);
    expect(field).toHaveValue('12');
    expect(field).toHaveAttribute('aria-valuenow', '12');
  });

  test('an arrow that chooses a candidate does not step', () => {
    render(<Host from={1} max={99} />);
    const field = screen.getByRole('spinbutton');
    fireEvent.compositionStart(field);
    compose('２');
    fireEvent.keyDown(field, { key: 'ArrowDown', isComposing: true });
    fireEvent.compositionEnd(field);
    expect(field).toHaveValue('2');
  });
});
