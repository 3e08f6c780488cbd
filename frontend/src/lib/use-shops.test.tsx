import { screen } from '@testing-library/react';
import { listShops, setAutoRenewal } from '#shared/contract/billing';
import { renderApp } from '../../testing/render-app';
import { FakeServer, responds } from '../../testing/server';
import { aShop } from '../../testing/shops';
import { callApi, type ApiFailure } from './api';
import { useShopList, useShops } from './use-shops';

function Shops() {
  const shops = useShops();
  const change = () => void callApi(setAutoRenewal, { params: { id: 'sub_1' }, body: { autoRenewal: true } });
  return <button onClick={change}>{shops.state}</button>;
}

test('a shop is changed while the list is read for the first time: the list is shown', async () => {
  let respond: (reply: { status: number; body: string }) => void = () => undefined;
  new FakeServer()
    .install()
    .on(setAutoRenewal, { shop: aShop() })
    .reply(listShops, new Promise((resolve) => (respond = resolve)));
  const { user } = renderApp(<Shops />);
  await user.click(screen.getByRole('button', { name: 'loading' }));
  respond(responds(listShops, [aShop()]));
  expect(await screen.findByRole('button', { name: 'shops' })).toBeVisible();
});

function Failure() {
  const { error } = useShopList();
  return <p>{error && `${error.name}: ${error.message}（${(error.cause as ApiFailure).code}）`}</p>;
}

test('the shops cannot be read: the error has the words of the specification', async () => {
  new FakeServer().install().reply(listShops, { status: 502, body: 'bad gateway' });
  renderApp(<Failure />);
  expect(await screen.findByText('Error: Failed to fetch customer data（UNKNOWN）')).toBeVisible();
});
