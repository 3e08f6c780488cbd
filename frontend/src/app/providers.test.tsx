import { render, screen } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { listShops } from '#shared/contract/billing';
import { hanako } from '../../testing/render-app';
import { FakeServer } from '../../testing/server';
import { Providers } from './providers';
import { AppRoutes } from './routes';

const renderWhole = () =>
  render(
    <Providers>
      <AppRoutes />
    </Providers>,
  );
beforeEach(() => window.history.replaceState(null, '', '/'));

test('the session ended elsewhere: the login screen, with the reason', async () => {
  new FakeServer().install().on(getUser, { user: hanako }).refuse(listShops, 'NOT_SIGNED_IN');
  renderWhole();
  expect(await screen.findByRole('heading', { name: 'ログイン' })).toBeVisible();
  expect(await screen.findByText('ログインの有効期限が切れました。もう一度ログインしてください。')).toBeVisible();
  expect(window.location.pathname).toBe('/login');
});

test('a visitor who was never signed in: no message about an ended session', async () => {
  new FakeServer().install().refuse(getUser, 'NOT_SIGNED_IN');
  renderWhole();
  expect(await screen.findByRole('heading', { name: 'ログイン' })).toBeVisible();
  expect(screen.queryByText(/有効期限/)).not.toBeInTheDocument();
});
