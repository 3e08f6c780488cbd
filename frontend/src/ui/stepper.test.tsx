import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Stepper } from './stepper';

function Host({ from }: { from: number }) {
  const [value, setValue] = useState(from);
  return <Stepper label="台数" value={value} min={1} max={3} onChange={setValue} />;
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
