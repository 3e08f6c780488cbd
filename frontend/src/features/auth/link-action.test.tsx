import { screen } from '@testing-library/react';
import { cancelRegistration } from '#shared/contract/auth';
import { confirmInvoiceAddress } from '#shared/contract/shop';
import { address, renderApp } from '../../../testing/render-app';
import { FakeServer, refuses } from '../../../testing/server';
import { CancelRegistrationScreen, ConfirmInvoiceAddressScreen } from './link-action';

let server: FakeServer;
beforeEach(() => (server = new FakeServer().install()));

describe.each([
  {
    path: '/cancel-registration',
    Screen: CancelRegistrationScreen,
    call: cancelRegistration,
    label: '登録を取り消す',
    done: '登録を取り消しました',
    leave: { name: 'ログイン画面へ', href: '/login' },
    missing: /確認メールに記載された/,
  },
  {
    path: '/confirm-invoice-address',
    Screen: ConfirmInvoiceAddressScreen,
    call: confirmInvoiceAddress,
    label: '送付先にする',
    done: '送付先を確認しました',
    leave: { name: 'ポータルを開く', href: '/' },
    missing: /「請求書の送付先の確認」のメールに記載された/,
  },
])('$path', ({ path, Screen, call, label, done, leave, missing }) => {
  const open = (at = `${path}?token=key.secret`) => renderApp(<Screen />, { at });
  const button = () => screen.getByRole('button', { name: label });
  const wayOn = () => screen.getByRole('link', { name: leave.name });

  test('the link is opened: nothing is sent, and the token is in no address', () => {
    open();
    expect(button()).toBeEnabled();
    expect(server.asked).toHaveLength(0);
    expect(address()).toBe(path);
    expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
  });

  test('the button is pressed: it is carried out, and the way on is shown', async () => {
    server.on(call, { message: 'ok' });
    const { user } = open();
    await user.click(button());
    expect(await screen.findByRole('heading', { name: done })).toBeVisible();
    expect(server.askedOf(call).map(({ body }) => body)).toEqual([{ token: 'key.secret' }]);
    expect(wayOn()).toHaveAttribute('href', leave.href);
  });

  test('a link that is over: the server’s words, and no button that could not help', async () => {
    server.reply(call, refuses('LINK_INVALID'));
    const { user } = open();
    await user.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent(/このリンクは無効か、すでに使用されています/);
    expect(screen.queryByRole('button')).toBeNull();
    expect(wayOn()).toBeVisible();
  });

  test('no connection: a message, and the button can be pressed again', async () => {
    server.reply(call, 'unreachable');
    const { user } = open();
    await user.click(button());
    expect(await screen.findByRole('alert')).toHaveTextContent(/予期せぬエラーが発生しました/);
    expect(button()).toBeEnabled();
  });

  test('without a token: a text says where the link is, and there is no button', () => {
    open(path);
    expect(screen.getByText(missing)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
