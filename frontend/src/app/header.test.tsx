import { screen } from '@testing-library/react';
import { listShops } from '#shared/contract/billing';
import { renderApp } from '../../testing/render-app';
import { FakeServer } from '../../testing/server';
import { Header } from './header';

const shop = (id: string, name: string | null, metadata: Record<string, string>) => ({
  customer: { id, name, email: null, phone: null, created: 0, address: null, shipping: null, metadata },
  subscriptions: [],
  payment_history: [],
  readAt: 0,
});

beforeEach(() => {
  new FakeServer()
    .install()
    .on(listShops, [
      shop('cus_1', '株式会社みなと', { サロン名: 'サロンみなと' }),
      shop('cus_2', '株式会社表参道', {}),
      shop('cus_3', null, {}),
    ]);
});

test.each([
  ['/store/cus_1', 'サロンみなと'],
  ['/store/cus_2/devices', '株式会社表参道'],
  ['/payment-history/cus_3', '店舗名未設定'],
])('inside a shop, at %s: the header shows its name, the date and the way back', async (at, name) => {
  renderApp(<Header />, { at });
  expect(await screen.findByText(name)).toBeVisible();
  expect(screen.getAllByText(/^\d{4}年\d{1,2}月\d{1,2}日.曜日$/).length).toBeGreaterThan(0);
  expect(screen.getByRole('link', { name: '店舗一覧へ戻る' })).toHaveAttribute('href', '/');
});

test('outside a shop: no link back to the list of shops', () => {
  renderApp(<Header />, { at: '/stores/new' });
  expect(screen.queryByRole('link', { name: '店舗一覧へ戻る' })).not.toBeInTheDocument();
});
