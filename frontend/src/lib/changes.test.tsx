import { screen } from '@testing-library/react';
import { useState } from 'react';
import { getUser, updateProfile } from '#shared/contract/account';
import { listShops, setAutoRenewal } from '#shared/contract/billing';
import { getNextInvoice, listDocuments } from '#shared/contract/document';
import { deleteShop } from '#shared/contract/shop';
import { hanako, renderApp } from '../../testing/render-app';
import { FakeServer } from '../../testing/server';
import { aShop } from '../../testing/shops';
import { callApi } from './api';
import { useUser } from './session';
import { useCall } from './use-call';

const documents = { documents: [], cursor: null };
const named = (name: string) => ({ ...aShop(), customer: { ...aShop().customer, name } });
const renew = () => callApi(setAutoRenewal, { params: { id: 'sub_1' }, body: { autoRenewal: true } });

const Names = () => (
  <p>
    {useCall(listShops, {})
      .data?.map(({ customer }) => customer.name)
      .join() ?? '…'}
  </p>
);
const Documents = () => <p>{useCall(listDocuments, { query: {} }).data ? '書類' : '書類を読み込み中'}</p>;
const Next = () => <p>{useCall(getNextInvoice, { params: { id: 'cus_1' } }).data?.amount ?? '…'}円</p>;
const Name = () => <p>{useUser().user?.username ?? '…'}</p>;

/** Buttons that make calls, each of which says `済` once its call is done, and parts that can be hidden. */
function Page({ calls, children }: { calls: Record<string, () => Promise<unknown>>; children: React.ReactNode }) {
  const [shown, setShown] = useState(true);
  const [done, setDone] = useState('');
  return (
    <>
      {shown && children}
      <button onClick={() => setShown(!shown)}>{shown ? '隠す' : '見せる'}</button>
      {Object.entries(calls).map(([name, call]) => (
        <button
          key={name}
          onClick={() =>
            void call().then(
              () => setDone('済'),
              () => setDone('失敗'),
            )
          }
        >
          {name}
        </button>
      ))}
      <output>{done}</output>
    </>
  );
}

let server: FakeServer;
const press = (name: string) => screen.getByRole('button', { name });
beforeEach(() => {
  server = new FakeServer()
    .install()
    .on(listShops, [named('前')])
    .on(listDocuments, documents)
    .on(getUser, { user: hanako })
    .on(setAutoRenewal, { shop: named('後') });
});

test('the response carries the changed shop: it takes its place, and the list is not read again', async () => {
  const { user } = renderApp(
    <Page calls={{ 更新: renew }}>
      <Names />
    </Page>,
  );
  await screen.findByText('前');
  await user.click(press('更新'));
  expect(await screen.findByText('後')).toBeVisible();
  expect(server.askedOf(listShops)).toHaveLength(1);
});

test('what else it changes is read again if it is visible, without keeping the call waiting', async () => {
  const { user } = renderApp(
    <Page calls={{ 更新: renew }}>
      <Next />
    </Page>,
  );
  await screen.findByText('0円');
  server.reply(getNextInvoice, new Promise(() => undefined));
  await user.click(press('更新'));
  expect(await screen.findByText('済')).toBeVisible();
  expect(server.askedOf(getNextInvoice)).toHaveLength(2);
});

test('what else it changes is forgotten if it is hidden: nothing old is shown', async () => {
  const { user } = renderApp(
    <Page calls={{ 更新: renew }}>
      <Documents />
    </Page>,
  );
  await screen.findByText('書類');
  await user.click(press('隠す'));
  await user.click(press('更新'));
  await screen.findByText('済');
  server.reply(listDocuments, new Promise(() => undefined));
  await user.click(press('見せる'));
  expect(screen.getByText('書類を読み込み中')).toBeVisible();
});

test('a shop that the list lacks: the list is read again', async () => {
  server.on(listShops, []);
  const { user } = renderApp(
    <Page calls={{ 更新: renew }}>
      <Names />
    </Page>,
  );
  await screen.findByText('', { selector: 'p' });
  server.on(listShops, [named('後')]);
  await user.click(press('更新'));
  expect(await screen.findByText('後')).toBeVisible();
});

test('a response that carries nothing: the call is done once what is visible has been read again', async () => {
  const { user } = renderApp(
    <Page calls={{ 削除: () => callApi(deleteShop, { params: { customerId: 'cus_1' } }) }}>
      <Names />
    </Page>,
  );
  await screen.findByText('前');
  let respond: (reply: { status: number; body: string }) => void = () => undefined;
  server.on(deleteShop, { message: '' }).reply(listShops, new Promise((resolve) => (respond = resolve)));
  await user.click(press('削除'));
  expect(screen.queryByText('済')).toBeNull();
  respond({ status: 200, body: '[]' });
  expect(await screen.findByText('済')).toBeVisible();
  expect(screen.queryByText('前')).toBeNull();
});

test('a response that may be lost: what it may have changed is read again', async () => {
  const { user } = renderApp(
    <Page calls={{ 更新: renew }}>
      <Names />
    </Page>,
  );
  await screen.findByText('前');
  server.reply(setAutoRenewal, 'unreachable').on(listShops, [named('後')]);
  await user.click(press('更新'));
  expect(await screen.findByText('後')).toBeVisible();
  expect(screen.getByText('失敗')).toBeVisible();
});

test('a refusal: nothing is read again', async () => {
  const { user } = renderApp(
    <Page calls={{ 更新: renew }}>
      <Names />
    </Page>,
  );
  await screen.findByText('前');
  server.refuse(setAutoRenewal, 'SUBSCRIPTION_NOT_CHANGEABLE');
  await user.click(press('更新'));
  await screen.findByText('失敗');
  expect(server.askedOf(listShops)).toHaveLength(1);
});

test('the response carries the changed user: every screen shows it', async () => {
  server.on(updateProfile, { message: '', user: { ...hanako, username: '鈴木' } });
  const { user } = renderApp(
    <Page calls={{ 変更: () => callApi(updateProfile, { body: { username: '鈴木' } }) }}>
      <Name />
    </Page>,
  );
  await screen.findByText('山田花子');
  await user.click(press('変更'));
  expect(await screen.findByText('鈴木')).toBeVisible();
  expect(server.askedOf(getUser)).toHaveLength(1);
});
