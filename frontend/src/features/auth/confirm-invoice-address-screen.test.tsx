import { screen } from '@testing-library/react';
import { confirmInvoiceAddress } from '#shared/contract/shop';
import { address, renderApp } from '../../../testing/render-app';
import { FakeServer, refuses } from '../../../testing/server';
import { ConfirmInvoiceAddressScreen } from './confirm-invoice-address-screen';

let server: FakeServer;
beforeEach(() => (server = new FakeServer().install()));

const open = () => renderApp(<ConfirmInvoiceAddressScreen />, { at: '/confirm-invoice-address?token=secret' });
const button = () => screen.getByRole('button', { name: '送付先にする' });

test('the link is opened: nothing is sent, and the token is in no address', () => {
  open();
  expect(button()).toBeEnabled();
  expect(server.asked).toHaveLength(0);
  expect(address()).toBe('/confirm-invoice-address');
  expect(document.querySelector('meta[name="referrer"]')).toHaveAttribute('content', 'no-referrer');
});

test('the button is pressed: the address is confirmed, and the way into the portal is shown', async () => {
  server.on(confirmInvoiceAddress, { message: 'ok' });
  const { user } = open();
  await user.click(button());
  expect(await screen.findByRole('heading', { name: '送付先を確認しました' })).toBeVisible();
  expect(server.askedOf(confirmInvoiceAddress).map(({ body }) => body)).toEqual([{ token: 'secret' }]);
  expect(screen.getByRole('link', { name: 'ポータルを開く' })).toHaveAttribute('href', '/');
});

test('an old link: told in the server’s words', async () => {
  server.reply(confirmInvoiceAddress, refuses('LINK_INVALID'));
  const { user } = open();
  await user.click(button());
  expect(await screen.findByRole('alert')).toHaveTextContent(/このリンクは無効/);
});
