import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { CheckboxField, RadioCards, SelectField } from './fields';
import { Stepper } from './stepper';
import { SwitchField } from './switch-field';
import { TextField } from './text-field';

test('a field has its label as name and its help as description, beside a message that does not say it', () => {
  const help = '8文字以上';
  const { rerender } = render(<TextField label="店舗名" required help={help} />);
  expect(screen.getByLabelText('店舗名')).toHaveAccessibleDescription(help);
  rerender(<TextField label="店舗名" required help={help} error="店舗名は8文字以上で入力してください" />);
  expect(screen.getByLabelText('店舗名')).toHaveAccessibleDescription('店舗名は8文字以上で入力してください');
  expect(screen.queryByText(help)).not.toBeInTheDocument();
  rerender(<TextField label="店舗名" required help={help} error="店舗名を入力してください" />);
  const field = screen.getByLabelText('店舗名');
  expect(field).toBeInvalid();
  expect(field).toBeRequired();
  expect(field).toHaveAccessibleDescription(`店舗名を入力してください ${help}`);
});

test('a field without a message is not invalid', () => {
  render(
    <SelectField label="都道府県">
      <option>東京都</option>
    </SelectField>,
  );
  expect(screen.getByLabelText('都道府県')).toBeValid();
  expect(screen.getByLabelText('都道府県')).not.toHaveAccessibleDescription();
});

test('a click on the label ticks the box', async () => {
  render(<CheckboxField label="お届け先と同じ" />);
  await userEvent.click(screen.getByText('お届け先と同じ'));
  expect(screen.getByRole('checkbox', { name: 'お届け先と同じ' })).toBeChecked();
});

test('a click on its label chooses a card; its text is the description', async () => {
  const choose = jest.fn();
  render(
    <RadioCards
      legend="種類"
      value="a"
      onChange={choose}
      options={[
        { value: 'a', label: 'いま' },
        { value: 'b', label: 'あとで', description: 'いつでも' },
      ]}
    />,
  );
  expect(screen.getByRole('group', { name: '種類' })).toBeVisible();
  expect(screen.getByRole('radio', { name: 'いま' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'あとで' })).toHaveAccessibleDescription('いつでも');
  await userEvent.click(screen.getByText('いつでも'));
  expect(choose).toHaveBeenCalledWith('b');
});

function Counted({ start = 1, max = 99 }: { start?: number; max?: number }) {
  const [value, setValue] = useState(start);
  return (
    <>
      <Stepper label="台数" value={value} min={1} max={max} onChange={setValue} />
      <p>{`値 ${value}`}</p>
    </>
  );
}

describe('a stepper', () => {
  const number = () => screen.getByRole('spinbutton', { name: '台数' });
  const more = () => screen.getByRole('button', { name: '台数を増やす' });
  const less = () => screen.getByRole('button', { name: '台数を減らす' });

  test('the buttons go up and down within the bounds', async () => {
    render(<Counted max={3} />);
    expect(less()).toBeDisabled();
    await userEvent.click(more());
    await userEvent.click(more());
    expect(screen.getByText('値 3')).toBeVisible();
    expect(more()).toBeDisabled();
    await userEvent.click(less());
    expect(number()).toHaveValue('2');
  });

  test('a typed number out of bounds becomes the nearest bound', async () => {
    render(<Counted max={20} />);
    await userEvent.clear(number());
    await userEvent.type(number(), '１２');
    expect(screen.getByText('値 12')).toBeVisible();
    await userEvent.clear(number());
    await userEvent.type(number(), '99');
    await userEvent.tab();
    expect(screen.getByText('値 20')).toBeVisible();
  });

  test('an empty field becomes the least number', async () => {
    render(<Counted start={5} />);
    await userEvent.clear(number());
    await userEvent.type(number(), 'abc');
    await userEvent.tab();
    expect(screen.getByText('値 1')).toBeVisible();
    expect(number()).toHaveValue('1');
  });

  test('the default maximum is 99', async () => {
    render(<Counted start={98} />);
    await userEvent.click(more());
    expect(more()).toBeDisabled();
  });
});

test('a switch shows at once what is asked for, and goes back if it is refused', async () => {
  const asked = jest.fn();
  const shown = (busy: boolean) => <SwitchField label="自動更新" checked busy={busy} onChange={asked} />;
  const { rerender } = render(shown(false));
  const toggle = screen.getByRole('switch', { name: '自動更新' });
  await userEvent.click(toggle);
  expect(asked).toHaveBeenCalledWith(false);
  rerender(shown(true));
  expect(toggle).not.toBeChecked();
  rerender(shown(false));
  expect(toggle).toBeChecked();
});
