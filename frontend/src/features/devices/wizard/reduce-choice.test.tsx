import { screen, waitFor } from '@testing-library/react';
import { listShops, previewQuantities } from '#shared/contract/billing';
import { listMovements } from '#shared/contract/movement';
import type { Subscription } from '#shared/model/customer';
import { aMovement } from '../../../../testing/movements';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aShop, aSubscription } from '../../../../testing/shops';
import { ReduceChoice, useReducible } from './reduce-choice';

let server: FakeServer;
const back = aMovement({ lowers: 'waiting', serialNumbers: ['RV-9'] });

function Shown({ serialNumber = 'RV-1' }: { serialNumber?: string }) {
  const reducible = useReducible('sub_1');
  return (
    <>
      <ReduceChoice
        subscriptionId="sub_1"
        serialNumber={serialNumber}
        reducible={reducible}
        when="arrived"
        reduces={false}
        onChange={() => {}}
      />
      <p data-testid={reducible.state}>{reducible.state}</p>
    </>
  );
}

/** The choice for a subscription with so many devices, one of which is on its way back to lower it. */
function show(quantity: number, more: Partial<Subscription> = {}, serialNumber?: string) {
  server = new FakeServer()
    .install()
    .on(listShops, [aShop({ subscriptions: [aSubscription(more, quantity)] })])
    .on(listMovements, { movements: [back], counts: [] });
  server.refuse(previewQuantities, 'PAYMENTS_UNAVAILABLE');
  return renderApp(<Shown {...(serialNumber !== undefined && { serialNumber })} />);
}

test('three devices, one on its way back: the choice is between two and one', async () => {
  show(3);
  expect(await screen.findByRole('radio', { name: /^1台に減らす/ })).toBeVisible();
  expect(screen.getByRole('radio', { name: /^2台のまま/ })).toBeChecked();
  expect(screen.getByText('契約台数（返却の手続き中の1台を除く）')).toBeVisible();
});

test('two devices, one on its way back: the other is the last one, and which one is counted out is said', async () => {
  show(2);
  expect(await screen.findByText('ご契約の最後の1台です')).toBeVisible();
  expect(screen.getByText('返却の手続き中の1台（RV-9）を除いて数えています。')).toBeVisible();
});

test('an earlier return of this device lowers the subscription: nothing is asked, and so it is said', async () => {
  show(3, {}, 'RV-9');
  expect(await screen.findByText('契約台数を減らす手続きが進んでいます')).toBeVisible();
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
});

test('a late payment: fewer devices are billed only once it is paid, and so it is said', async () => {
  show(3, { status: 'past_due' });
  expect(await screen.findByRole('radio', { name: /^1台に減らす/ })).toHaveAccessibleDescription(
    /未払いのご請求のお支払いが確認できるまで、契約台数は減りません。/,
  );
  expect(server.askedOf(previewQuantities)).toHaveLength(0);
});

test('a subscription that ends at its renewal has no next bill: none is promised', async () => {
  show(3, { cancel_at_period_end: true });
  const fewer = await screen.findByRole('radio', { name: /^1台に減らす/ });
  expect(fewer).toHaveAccessibleDescription(/2026年12月10日に契約が終了するため、以後の月額料金はかかりません。/);
  expect(fewer).not.toHaveAccessibleDescription(/減額/);
  expect(server.askedOf(previewQuantities)).toHaveLength(0);
});

test('a paused subscription: fewer devices are billed only once it is resumed, and so it is said', async () => {
  show(3, { status: 'paused' });
  expect(await screen.findByRole('radio', { name: /^1台に減らす/ })).toHaveAccessibleDescription(
    /契約を再開するまで、契約台数は減りません。/,
  );
  expect(server.askedOf(previewQuantities)).toHaveLength(0);
});

test.each(['canceled', 'incomplete_expired', 'incomplete'] as const)(
  'a subscription that bills nothing (%s) has no quantity to lower and no last device: nothing is asked',
  async (status) => {
    show(3, { status });
    await waitFor(() => expect(screen.getByTestId('read')).toBeVisible());
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    expect(screen.queryByText('ご契約の最後の1台です')).not.toBeInTheDocument();
  },
);

test.each([listShops, listMovements])(
  '$name fails: what going on would mean is said, and it can be tried again',
  async (call) => {
    const server = new FakeServer()
      .install()
      .on(listShops, [aShop({ subscriptions: [aSubscription({}, 3)] })])
      .on(listMovements, { movements: [back], counts: [] })
      .refuse(previewQuantities, 'PAYMENTS_UNAVAILABLE')
      .refuse(call, 'PAYMENTS_UNAVAILABLE');
    const { user } = renderApp(<Shown />);
    expect(await screen.findByText('契約台数を取得できませんでした')).toBeVisible();
    expect(screen.getByText(/返却の後も契約台数と月額料金は変わりません。/)).toBeVisible();
    expect(screen.queryByRole('radio')).not.toBeInTheDocument();
    server
      .on(listShops, [aShop({ subscriptions: [aSubscription({}, 3)] })])
      .on(listMovements, { movements: [back], counts: [] });
    await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
    expect(await screen.findByRole('radio', { name: /^1台に減らす/ })).toBeVisible();
  },
);
