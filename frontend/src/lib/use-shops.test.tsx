import { screen } from '@testing-library/react';
import { listShops } from '#shared/contract/billing';
import { renderApp } from '../../testing/render-app';
import { FakeServer, responds } from '../../testing/server';
import { aShop } from '../../testing/shops';
import { useKeepShop, useShops } from './use-shops';

function Shops() {
  const shops = useShops();
  const keep = useKeepShop();
  return <button onClick={() => void keep(aShop())}>{shops.state}</button>;
}

test('a shop is changed while the list is read for the first time: the list is shown', async () => {
  let respond: (reply: { status: number; body: string }) => void = () => undefined;
  new FakeServer().install().reply(listShops, new Promise((resolve) => (respond = resolve)));
  const { user } = renderApp(<Shops />);
  await user.click(screen.getByRole('button', { name: 'loading' }));
  respond(responds(listShops, [aShop()]));
  expect(await screen.findByRole('button', { name: 'shops' })).toBeVisible();
});
