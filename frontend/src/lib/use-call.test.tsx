import { screen } from '@testing-library/react';
import { useState } from 'react';
import { getUser } from '#shared/contract/account';
import { listShops } from '#shared/contract/billing';
import { hanako, renderApp } from '../../testing/render-app';
import { FakeServer } from '../../testing/server';
import { useInvalidate } from './changes';
import { useCall } from './use-call';

function Shops({ name, ask = true }: { name: string; ask?: boolean }) {
  const { data, error } = useCall(listShops, ask ? {} : null);
  return <p>{`${name}: ${error ? error.message : data ? `${data.length}件` : '…'}`}</p>;
}

const RefreshButton = () => {
  const invalidate = useInvalidate();
  return <button onClick={() => void invalidate(listShops.name)}>更新</button>;
};

function Hideable() {
  const [shown, setShown] = useState(true);
  return (
    <>
      {shown && <Shops name="甲" />}
      <button onClick={() => setShown(!shown)}>{shown ? '隠す' : '見せる'}</button>
      <RefreshButton />
    </>
  );
}

const shop = {
  customer: {
    id: 'cus_1',
    name: '店',
    email: null,
    phone: null,
    created: 0,
    address: null,
    shipping: null,
    default_payment_method: null,
    metadata: {},
  },
  subscriptions: [],
  payment_history: [],
  readAt: 0,
};

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install().on(listShops, []).on(getUser, { user: hanako });
});

test('two components make the same call: one request, and none on focus', async () => {
  renderApp(
    <>
      <Shops name="甲" />
      <Shops name="乙" />
    </>,
  );
  expect(await screen.findByText('甲: 0件')).toBeVisible();
  expect(screen.getByText('乙: 0件')).toBeVisible();
  window.dispatchEvent(new Event('focus'));
  window.dispatchEvent(new Event('online'));
  expect(server.askedOf(listShops)).toHaveLength(1);
});

test('a null request: nothing is sent', () => {
  renderApp(<Shops name="甲" ask={false} />);
  expect(screen.getByText('甲: …')).toBeVisible();
  expect(server.asked).toHaveLength(0);
});

test('a call is invalidated: visible data is read again', async () => {
  const { user } = renderApp(
    <>
      <Shops name="甲" />
      <RefreshButton />
    </>,
  );
  await screen.findByText('甲: 0件');
  server.on(listShops, [shop]);
  await user.click(screen.getByRole('button', { name: '更新' }));
  expect(await screen.findByText('甲: 1件')).toBeVisible();
  expect(server.askedOf(listShops)).toHaveLength(2);
});

test('a call is invalidated: hidden data is read when it is shown next', async () => {
  const { user } = renderApp(<Hideable />);
  await screen.findByText('甲: 0件');
  await user.click(screen.getByRole('button', { name: '隠す' }));
  server.on(listShops, [shop]);
  await user.click(screen.getByRole('button', { name: '更新' }));
  await user.click(screen.getByRole('button', { name: '見せる' }));
  expect(await screen.findByText('甲: 1件')).toBeVisible();
});

test('the second read fails: the old data is not shown as new', async () => {
  const { user } = renderApp(
    <>
      <Shops name="甲" />
      <RefreshButton />
    </>,
  );
  await screen.findByText('甲: 0件');
  server.reply(listShops, { status: 500, body: '' });
  await user.click(screen.getByRole('button', { name: '更新' }));
  expect(await screen.findByText('甲: 500: Internal Server Error')).toBeVisible();
});
