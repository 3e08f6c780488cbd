import { act, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { getUser, markSetupComplete } from '#shared/contract/account';
import { listShops } from '#shared/contract/billing';
import type { ShopRecord, Subscription } from '#shared/model/customer';
import { address, hanako, renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aPayment, aSubscription } from '../../../../testing/shops';
import { firstTimeWizard } from '../../../lib/storage';
import { HomeScreen } from './home-screen';

let server: FakeServer;
beforeEach(() => {
  window.localStorage.clear();
  server = new FakeServer().install().on(getUser, { user: hanako }).on(markSetupComplete, { message: 'ok' });
});
afterEach(() => jest.useRealTimers());

const item = (name: string, quantity: number) => ({
  subscription_item_id: `si_${name}`,
  quantity,
  product: { name, description: null },
  amount: 9900,
  currency: 'jpy',
  interval: 'month',
  price_id: 'price_1',
});
const subscription = (status: Subscription['status'], ...items: ReturnType<typeof item>[]): Subscription => ({
  id: `sub_${status}`,
  status,
  cancel_at_period_end: false,
  ends_at: null,
  current_period_end: 0,
  current_period_start: 0,
  trial_end: null,
  items,
  discounts: [],
  default_payment_method: null,
});
const shop = (
  id: string,
  changes: Partial<ShopRecord['customer']> = {},
  rest: Partial<ShopRecord> = {},
): ShopRecord => ({
  // 2025-10-09 in Japan.
  customer: {
    id,
    name: '顧客名',
    email: null,
    phone: null,
    created: 1_760_000_000,
    address: null,
    shipping: null,
    default_payment_method: null,
    metadata: {},
    ...changes,
  },
  subscriptions: [],
  payment_history: [],
  readAt: Math.floor(Date.now() / 1000),
  ...rest,
});
const withShops = (...shops: ShopRecord[]) => server.on(listShops, shops);
const newcomer = () => server.on(getUser, { user: { ...hanako, hasCompletedSetup: false } });

test('home greets by name and date and shows each shop with its services', async () => {
  withShops(
    shop(
      'cus_1',
      { metadata: { サロン名: 'サロンみなと', 代理店名: '東日本代理店' } },
      {
        subscriptions: [
          subscription('active', item('1台目', 1), item('2〜4台目', 3)),
          subscription('canceled', item('旧プラン', 1)),
        ],
      },
    ),
    shop('cus_2'),
    shop('cus_3', { name: null }),
  );
  renderApp(<HomeScreen />);
  expect(await screen.findByRole('heading', { level: 1, name: 'こんにちは、山田花子さん' })).toBeVisible();
  expect(screen.getByText(/^\d{4}年\d{1,2}月\d{1,2}日\(.\)$/)).toBeVisible();
  expect(await screen.findByText('すべてのご契約・お支払いに問題はありません')).toBeVisible();
  const [first, second, third] = (await screen.findAllByRole('article')).map((card) => within(card));
  expect(first?.getByRole('heading', { name: 'サロンみなと' })).toBeVisible();
  expect(first?.getByText('東日本代理店')).toBeVisible();
  expect(first?.getByText('2025/10/9')).toBeVisible();
  expect(first?.getByText('4台')).toBeVisible();
  expect(first?.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['1台目', '2〜4台目×3']);
  expect(second?.getByRole('heading', { name: '顧客名' })).toBeVisible();
  expect(second?.getByText('契約中のサービスはありません')).toBeVisible();
  expect(third?.getByRole('heading', { name: '店舗名未設定' })).toBeVisible();
});

test('a late payment: the amount and the way to pay, then what is paid each month', async () => {
  withShops(
    shop('cus_1', { name: '銀座店' }, { subscriptions: [aSubscription({ id: 'sub_1' })] }),
    shop(
      'cus_2',
      { name: '難波店' },
      {
        subscriptions: [aSubscription({ id: 'sub_2', status: 'past_due' })],
        payment_history: [aPayment({ status: 'failed', subscription: 'sub_2' })],
      },
    ),
  );
  renderApp(<HomeScreen />);
  const summary = within(await screen.findByRole('region', { name: 'お支払いの状況' }));
  expect(summary.getByRole('heading', { name: '1店舗で9,900円のお支払いが必要です' })).toBeVisible();
  expect(summary.getByRole('link', { name: /難波店.*お支払いへ進む/ })).toHaveAttribute('href', '/subscription/sub_2');
  expect(summary.getByRole('link', { name: '請求書・領収書' })).toHaveAttribute('href', '/documents');
  expect(summary.getByRole('link', { name: 'すべてのデバイス' })).toHaveAttribute('href', '/devices');
  expect(summary.getByText('ご契約の月額料金の合計（税込）').nextSibling).toHaveTextContent('19,800円');
  expect(
    screen.getAllByRole('article').map((card) => within(card).getByRole('heading', { level: 2 }).textContent),
  ).toEqual(['銀座店', '難波店']);
});

test('from eight shops on: ten on a page, found by name, in the chosen order', async () => {
  const names = Array.from({ length: 12 }, (_, index) => `サロン${12 - index}号店`);
  withShops(...names.map((name, index) => shop(`cus_${index}`, { name, created: 1_760_000_000 + index })));
  const { user } = renderApp(<HomeScreen />);
  const shown = () => screen.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
  await screen.findByText('12店舗');
  expect(shown()).toHaveLength(10);
  expect(shown().slice(0, 2)).toEqual(['サロン1号店', 'サロン2号店']);
  await user.click(screen.getByRole('button', { name: '次へ' }));
  expect(shown()).toEqual(['サロン11号店', 'サロン12号店']);
  await user.selectOptions(screen.getByLabelText('並び順'), '登録日順');
  expect(shown()[0]).toBe('サロン12号店');
  await user.type(screen.getByLabelText('店舗名で検索'), 'サロン３号');
  expect(await screen.findByText('1店舗が見つかりました')).toBeVisible();
  expect(shown()).toEqual(['サロン3号店']);
});

test('a search that was left in place stays in view when the list needs none any more', async () => {
  window.history.replaceState({ kept: { search: '銀座' } }, '');
  withShops(shop('cus_1', { name: '銀座店' }), shop('cus_2', { name: '京都店' }));
  const { user } = renderApp(<HomeScreen />);
  expect(await screen.findByText('1店舗が見つかりました')).toBeVisible();
  await user.clear(screen.getByLabelText('店舗名で検索'));
  expect(await screen.findAllByRole('article')).toHaveLength(2);
  expect(screen.getByLabelText('店舗名で検索')).toHaveFocus();
  window.history.replaceState(null, '');
});

test("a shop's card opens the shop", async () => {
  withShops(shop('cus_1'));
  renderApp(<HomeScreen />);
  expect(await screen.findByRole('link', { name: '顧客名' })).toHaveAttribute('href', '/store/cus_1');
});

test.each([
  ['an empty list', { status: 200, body: '[]' }],
  ['404', { status: 404, body: '' }],
])('%s: a link to register the first shop', async (_case, response) => {
  server.reply(listShops, response);
  renderApp(<HomeScreen />);
  expect(await screen.findByRole('link', { name: '最初の店舗を登録' })).toHaveAttribute('href', '/stores/new');
});

test('the read fails: an error with a retry, and no automatic one', async () => {
  server.reply(listShops, { status: 500, body: '' });
  const { user } = renderApp(<HomeScreen />);
  expect(await screen.findByRole('alert')).toHaveTextContent('サーバーとの通信に失敗しました');
  expect(screen.getByRole('alert')).toHaveTextContent('しばらくしてから、もう一度お試しください。');
  expect(server.askedOf(listShops)).toHaveLength(1);
  withShops(shop('cus_1'));
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('article')).toBeVisible();
});

test('data older than a day: its age is shown', async () => {
  withShops(shop('cus_1', {}, { readAt: Math.floor(Date.now() / 1000) - 3 * 24 * 60 * 60 }));
  renderApp(<HomeScreen />);
  expect(await screen.findByText(/3日前の情報を表示しています/)).toBeVisible();
});

describe('for the first time', () => {
  test('a new user: welcomed, stored here and on the server, form after two seconds', async () => {
    jest.useFakeTimers();
    newcomer();
    withShops();
    renderApp(<HomeScreen />);
    expect(await screen.findByText('ようこそ')).toBeVisible();
    expect(firstTimeWizard.wasShown(hanako.id)).toBe(true);
    expect(server.askedOf(markSetupComplete)).toHaveLength(1);
    await waitFor(() => expect(server.askedOf(getUser)).toHaveLength(2));
    expect(screen.getByText('ようこそ')).toBeVisible();
    await act(() => jest.advanceTimersByTimeAsync(1900));
    expect(address()).toBe('/');
    await act(() => jest.advanceTimersByTimeAsync(200));
    expect(address()).toBe('/stores/new?firstTime=true');
  });

  test('the server cannot be reached: the form still opens', async () => {
    jest.useFakeTimers();
    newcomer();
    withShops();
    server.reply(markSetupComplete, 'unreachable');
    renderApp(
      <StrictMode>
        <HomeScreen />
      </StrictMode>,
    );
    await screen.findByText('ようこそ');
    await act(() => jest.advanceTimersByTimeAsync(2100));
    expect(address()).toBe('/stores/new?firstTime=true');
  });

  test('already shown on this device: no welcome', async () => {
    firstTimeWizard.markShown(hanako.id);
    newcomer();
    withShops();
    renderApp(<HomeScreen />);
    expect(await screen.findByRole('link', { name: '最初の店舗を登録' })).toBeVisible();
    expect(server.askedOf(markSetupComplete)).toHaveLength(0);
  });

  test('a user with shops: no welcome, only stored', async () => {
    newcomer();
    withShops(shop('cus_1'));
    renderApp(<HomeScreen />);
    expect(await screen.findByRole('article')).toBeVisible();
    await waitFor(() => expect(server.askedOf(markSetupComplete)).toHaveLength(1));
    expect(screen.queryByText(/ようこそ/)).not.toBeInTheDocument();
    expect(firstTimeWizard.wasShown(hanako.id)).toBe(true);
  });

  test('an administrator signed in as the user: no welcome, and the user is welcomed later', async () => {
    server.on(getUser, { user: { ...hanako, hasCompletedSetup: false, impersonation: { expiresAt: 1_800_000_000 } } });
    withShops();
    renderApp(<HomeScreen />);
    expect(await screen.findByRole('link', { name: '最初の店舗を登録' })).toBeVisible();
    expect(server.askedOf(markSetupComplete)).toHaveLength(0);
    expect(firstTimeWizard.wasShown(hanako.id)).toBe(false);
  });

  test('setup is complete, on a new device: no welcome', async () => {
    withShops();
    renderApp(<HomeScreen />);
    expect(await screen.findByRole('link', { name: '最初の店舗を登録' })).toBeVisible();
    expect(server.askedOf(markSetupComplete)).toHaveLength(0);
  });
});

test('mails to the address come back: a notice leads to another address', async () => {
  server.on(getUser, { user: { ...hanako, mailsFail: true } }).on(listShops, [shop('cus_1')]);
  renderApp(<HomeScreen />);
  const notice = await screen.findByRole('note');
  expect(notice).toHaveTextContent(hanako.email);
  expect(within(notice).getByRole('link', { name: 'メールアドレスを変更する' })).toHaveAttribute('href', '/profile');
});
