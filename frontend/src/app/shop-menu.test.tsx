import { screen, within } from '@testing-library/react';
import { getUser } from '#shared/contract/account';
import { listShops } from '#shared/contract/billing';
import { hanako, renderApp } from '../../testing/render-app';
import { FakeServer } from '../../testing/server';
import { aShop, aSubscription } from '../../testing/shops';
import { Header } from './header';
import { Sidebar, TabBar } from './menu-bars';

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer()
    .install()
    .on(getUser, { user: hanako })
    .on(listShops, [aShop({ subscriptions: [aSubscription()] })]);
});
const open = (at: string) =>
  renderApp(
    <>
      <Sidebar />
      <Header />
      <TabBar />
    </>,
    { at },
  );

const inShop = [
  { name: '店舗情報', href: '/store/cus_1' },
  { name: '契約中のサービス', href: '/store/cus_1/services' },
  { name: 'Revonizerデバイス', href: '/store/cus_1/devices' },
  { name: '店舗一覧へ戻る', href: '/' },
];

test.each([
  ['/store/cus_1', '店舗情報'],
  ['/payment-history/cus_1', '店舗情報'],
  ['/store/cus_1/services', '契約中のサービス'],
  ['/subscription/sub_1', '契約中のサービス'],
  ['/billing/subscription/sub_1', '契約中のサービス'],
  ['/billing/subscription/cus_1', '契約中のサービス'],
  ['/store/cus_1/devices', 'Revonizerデバイス'],
])("%s is inside a shop: the shop's menu on desktop and phone, its name in the header", async (at, current) => {
  open(at);
  await screen.findAllByRole('link', { name: '店舗情報' });
  expect(await screen.findByText('サロンみなと')).toBeVisible();
  const menus = screen.getAllByRole('navigation', { name: 'メインメニュー' });
  expect(menus).toHaveLength(2);
  for (const menu of menus) {
    const links = within(menu);
    for (const { name, href } of inShop) expect(links.getByRole('link', { name })).toHaveAttribute('href', href);
    expect(links.getAllByRole('link')).toHaveLength(4);
    expect(links.getAllByRole('link', { current: 'page' })).toHaveLength(1);
    expect(links.getByRole('link', { current: 'page' })).toHaveAccessibleName(current);
  }
  expect(server.askedOf(listShops)).toHaveLength(1);
});

test.each(['/', '/profile', '/stores/new'])('%s is outside any shop: the menu needs no list of shops', async (at) => {
  open(at);
  expect(await screen.findAllByRole('link', { name: '店舗選択' })).toHaveLength(2);
  expect(server.askedOf(listShops)).toHaveLength(0);
});

test('the subscription of another user: the menu outside any shop', async () => {
  open('/subscription/sub_of_another');
  expect(await screen.findAllByRole('link', { name: 'プロフィール' })).toHaveLength(2);
  expect(screen.queryByText('サロンみなと')).not.toBeInTheDocument();
});

test('an address that names none of the user’s shops: the menu outside any shop', async () => {
  open('/store/cus_of_another');
  expect(await screen.findAllByRole('link', { name: 'プロフィール' })).toHaveLength(2);
  expect(screen.queryByRole('link', { name: '店舗情報' })).not.toBeInTheDocument();
});

describe('the header', () => {
  const shop = (id: string, name: string | null, salonName: string | undefined) => {
    const { customer } = aShop();
    return aShop({ customer: { ...customer, id, name, metadata: salonName ? { サロン名: salonName } : {} } });
  };
  beforeEach(() => {
    server.on(listShops, [
      shop('cus_1', '株式会社みなと', 'サロンみなと'),
      shop('cus_2', '株式会社表参道', undefined),
      shop('cus_3', null, undefined),
    ]);
  });

  test.each([
    ['/store/cus_1', 'サロンみなと'],
    ['/store/cus_2/devices', '株式会社表参道'],
    ['/payment-history/cus_3', '店舗名未設定'],
  ])('inside a shop, at %s: its name, the date and the way back', async (at, name) => {
    renderApp(<Header />, { at });
    expect(await screen.findByText(name)).toBeVisible();
    expect(screen.getAllByText(/^\d{4}年\d{1,2}月\d{1,2}日\(.\)$/).length).toBeGreaterThan(0);
    expect(screen.getByRole('link', { name: '店舗一覧へ戻る' })).toHaveAttribute('href', '/');
  });

  test('a long name keeps its end, which tells the shops of a chain apart', async () => {
    server.on(listShops, [shop('cus_1', null, 'ヘアサロンレボナイザー横浜駅東口プレミアム店')]);
    renderApp(<Header />, { at: '/store/cus_1' });
    const end = await screen.findByText('ー横浜駅東口プレミアム店');
    expect(end.parentElement).toHaveTextContent(/^ヘアサロンレボナイザー横浜駅東口プレミアム店$/);
    expect(end).toHaveClass('shrink-0');
  });

  test('outside a shop: no link back to the list of shops', () => {
    renderApp(<Header />, { at: '/stores/new' });
    expect(screen.queryByRole('link', { name: '店舗一覧へ戻る' })).not.toBeInTheDocument();
  });
});
