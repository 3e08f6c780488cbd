import { fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { changePassword } from '#shared/contract/security';
import { FakeServer } from '../../testing/server';
import { renderApp } from '../../testing/render-app';
import { callApi } from '../lib/api';
import { Button } from './basics';
import { Form } from './form';
import { TextField } from './text-field';
import { useSubmitForm } from './use-submit-form';

const schema = z.object({
  currentPassword: z.string().check(z.minLength(1, '必須です')),
  newPassword: z.string().check(z.minLength(8, '8文字以上です')),
});
type Failed = Parameters<typeof useSubmitForm<z.input<typeof schema>, z.output<typeof schema>>>[1]['failed'];

function Example({ failed, onSent }: { failed: Failed; onSent: () => void }) {
  const form = useSubmitForm(schema, {
    defaultValues: { currentPassword: '', newPassword: '' },
    focusFirst: true,
    send: async (body) => {
      await callApi(changePassword, { body });
      onSent();
    },
    failed,
  });
  return (
    <Form form={form}>
      <TextField label="現在" {...form.field('currentPassword')} />
      <TextField label="新しい" {...form.field('newPassword')} />
      <Button type="submit">送信</Button>
    </Form>
  );
}

let server: FakeServer;
const sent = jest.fn();
beforeEach(() => {
  server = new FakeServer().install();
  sent.mockReset();
});

const inToast: Failed = { title: '変更できませんでした' };
const current = () => screen.getByLabelText('現在');
const next = () => screen.getByLabelText('新しい');
const press = () => screen.getByRole('button', { name: '送信' });

async function fill(failed: Failed, newPassword = 'long enough') {
  const { user } = renderApp(<Example failed={failed} onSent={sent} />);
  await user.type(current(), 'old');
  await user.type(next(), newPassword);
  return user;
}

test('the first field has the focus; a field is checked when left, then with each change', async () => {
  const { user } = renderApp(<Example failed={inToast} onSent={sent} />);
  await waitFor(() => expect(current()).toHaveFocus());
  await user.tab();
  expect(await screen.findByText('必須です')).toBeVisible();
  await user.type(next(), '1234567');
  expect(screen.queryByText('8文字以上です')).not.toBeInTheDocument();
  await user.type(current(), 'o');
  await waitFor(() => expect(screen.queryByText('必須です')).not.toBeInTheDocument());
  expect(await screen.findByText('8文字以上です')).toBeVisible();
});

test('a press leaves a field: its message appears after the click, so the target does not move', async () => {
  const { user } = renderApp(<Example failed={inToast} onSent={sent} />);
  await waitFor(() => expect(current()).toHaveFocus());
  const clicked = jest.fn(() => expect(screen.queryByText('必須です')).not.toBeInTheDocument());
  const other = screen.getByText('新しい', { selector: 'label' });
  other.addEventListener('click', clicked);
  await user.pointer({ keys: '[MouseLeft>]', target: other });
  expect(current()).not.toHaveFocus();
  expect(screen.queryByText('必須です')).not.toBeInTheDocument();
  await user.pointer('[/MouseLeft]');
  expect(clicked).toHaveBeenCalledTimes(1);
  expect(await screen.findByText('必須です')).toBeVisible();
});

test.each<[string, (pressed: HTMLElement) => void]>([
  ['the second button', (pressed) => fireEvent.mouseDown(pressed, { button: 2 })],
  ['a context menu', (pressed) => (fireEvent.mouseDown(pressed), fireEvent.contextMenu(pressed))],
  ['another window', (pressed) => (fireEvent.mouseDown(pressed), fireEvent.blur(window))],
  ['a cancelled pointer', (pressed) => (fireEvent.mouseDown(pressed), fireEvent.pointerCancel(pressed))],
])('a press whose release the page never sees (%s): a field that is left is checked all the same', async (_, press) => {
  const { user } = renderApp(<Example failed={inToast} onSent={sent} />);
  await waitFor(() => expect(current()).toHaveFocus());
  press(document.body);
  await user.tab();
  expect(await screen.findByText('必須です')).toBeVisible();
});

test('a wrong field: nothing is sent, and it gets the focus', async () => {
  const user = await fill(inToast, 'short');
  await user.click(press());
  expect(await screen.findByText('8文字以上です')).toBeVisible();
  expect(next()).toHaveFocus();
  expect(server.asked).toHaveLength(0);
});

test('a second press while the first is sent: one request, with the fields disabled', async () => {
  let respond: (reply: { status: number; body: string }) => void = () => undefined;
  server.reply(changePassword, new Promise((resolve) => (respond = resolve)));
  const user = await fill(inToast);
  await Promise.all([user.click(press()), user.click(press())]);
  await waitFor(() => expect(server.asked).toHaveLength(1));
  expect(current()).toBeDisabled();
  respond({ status: 200, body: '{"message":""}' });
  await waitFor(() => expect(current()).toBeEnabled());
  expect(sent).toHaveBeenCalledTimes(1);
});

test('the server names a field: its text is under that field, which gets the focus, and no toast appears', async () => {
  server.refuse(changePassword, 'INVALID_INPUT', { fields: { newPassword: 'このパスワードは使用できません。' } });
  const user = await fill(inToast);
  await user.click(press());
  expect(await screen.findByText('このパスワードは使用できません。')).toBeVisible();
  await waitFor(() => expect(next()).toHaveFocus());
  expect(screen.queryByText('変更できませんでした')).not.toBeInTheDocument();
});

test.each<[string, Failed, () => HTMLElement]>([
  ['in a toast', inToast, current],
  ['above the fields', { refused: '変更できませんでした' }, current],
  ['under a field', { under: 'newPassword', refused: '変更できませんでした' }, next],
])('any other failure is shown %s, and a field has the focus', async (_where, failed, focused) => {
  server.reply(changePassword, { status: 500, body: '' });
  const user = await fill(failed);
  await user.click(press());
  expect(await screen.findByText('変更できませんでした')).toBeVisible();
  await waitFor(() => expect(focused()).toHaveFocus());
  expect(sent).not.toHaveBeenCalled();
});
