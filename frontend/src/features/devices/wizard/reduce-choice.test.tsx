import { screen, waitFor } from '@testing-library/react';
import { listShops, previewQuantities } from '#shared/contract/billing';
import type { Subscription } from '#shared/model/customer';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aShop, aSubscription } from '../../../../testing/shops';
import { useSubscription } from '../../../lib/use-shops';
import { ReduceChoice } from './reduce-choice';

let server: FakeServer;

function Shown() {
  const found = useSubscription('sub_1');
  return (
    <>
      <ReduceChoice found={found} reduces={false} onChange={() => {}} />
      <p data-testid={found.state}>{found.state}</p>
    </>
  );
}

/** The choice for a subscription with so many devices. */
function show(quantity: number, more: Partial<Subscription> = {}) {
  server = new FakeServer().install().on(listShops, [aShop({ subscriptions: [aSubscription(more, quantity)] })]);
  server.refuse(previewQuantities, 'PAYMENTS_UNAVAILABLE');
  return renderApp(<Shown />);
}

test('three devices: the choice is between three and two, from the next bill on', async () => {
  show(3);
  expect(await screen.findByRole('radio', { name: /^2台に減らす/ })).toHaveAccessibleDescription(
    /お申し込みの後のご請求から減額されます。/,
  );
  expect(screen.getByRole('radio', { name: /^3台のまま/ })).toBeChecked();
});

test('one device: it is the last one, which leads to the end of the subscription', async () => {
  show(1);
  expect(await screen.findByText('ご契約の最後の1台です')).toBeVisible();
  expect(screen.getByText(/解約の手続きをご利用ください。/)).toBeVisible();
});

test.each([
  ['past_due', /未払いのご請求があるため/],
  ['paused', /契約が停止中のため/],
] as const)('a subscription that is %s cannot go down now, and so it is said', async (status, text) => {
  show(3, { status });
  expect(await screen.findByText('いまは契約台数を減らせません')).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  expect(server.askedOf(previewQuantities)).toHaveLength(0);
});

test('a subscription that ends at its renewal has no next bill: none is promised', async () => {
  show(3, { cancel_at_period_end: true });
  const fewer = await screen.findByRole('radio', { name: /^2台に減らす/ });
  expect(fewer).toHaveAccessibleDescription(/2026年12月10日に契約が終了するため、以後の月額料金はかかりません。/);
  expect(fewer).not.toHaveAccessibleDescription(/減額/);
  expect(server.askedOf(previewQuantities)).toHaveLength(0);
});

test.each(['canceled', 'incomplete_expired', 'incomplete'] as const)(
  'a subscription that bills nothing (%s) has no quantity to lower and no last device: nothing is asked',
  async (status) => {
    show(3, { status });
    await waitFor(() => expect(screen.getByTestId('found')).toBeVisible());
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.queryByText('ご契約の最後の1台です')).not.toBeInTheDocument();
  },
);

test('the shops cannot be read: what going on would mean is said, and it can be tried again', async () => {
  const shops = new FakeServer()
    .install()
    .refuse(previewQuantities, 'PAYMENTS_UNAVAILABLE')
    .refuse(listShops, 'PAYMENTS_UNAVAILABLE');
  const { user } = renderApp(<Shown />);
  expect(await screen.findByText('契約台数を取得できませんでした')).toBeVisible();
  expect(screen.getByText(/返却の後も契約台数と月額料金は変わりません。/)).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  shops.on(listShops, [aShop({ subscriptions: [aSubscription({}, 3)] })]);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByRole('radio', { name: /^2台に減らす/ })).toBeVisible();
});
