import { screen } from '@testing-library/react';
import { listShops, paySubscription, refreshShop } from '#shared/contract/billing';
import type { Subscription } from '#shared/model/customer';
import { FakeStripe } from '../../../../testing/fake-stripe';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { aPayment, aShop, aSubscription } from '../../../../testing/shops';
import { useSubscription } from '../../../lib/use-shops';
import { PayPanel } from './pay-panel';

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => {
  server = new FakeServer().install();
  stripe = new FakeStripe().install(server);
});

function Panel() {
  const found = useSubscription('sub_1');
  if (found.state !== 'found') return null;
  return <PayPanel shop={found.shop} subscription={found.subscription} now={found.shop.readAt * 1000} />;
}

async function pay(changes: Partial<Subscription>): Promise<void> {
  const shop = aShop({ subscriptions: [aSubscription(changes)], payment_history: [aPayment({ status: 'failed' })] });
  server
    .on(listShops, [shop])
    .on(paySubscription, { shop: { ...shop, payment_history: [] }, charge: { status: 'paid', amount: 9_900 } });
  const { user } = renderApp(<Panel />);
  await user.click(await screen.findByRole('button', { name: '今すぐ支払う' }));
  await screen.findByText('お支払いが完了しました');
}

test('a payment of a subscription that continues: it goes on', async () => {
  await pay({ status: 'past_due' });
  expect(screen.getByText('ありがとうございます。ご契約はそのまま続きます。')).toBeInTheDocument();
});

test.each([
  ['that has ended', { status: 'canceled' }],
  ['that ends with its period', { status: 'past_due', cancel_at_period_end: true }],
  ['that ends later', { status: 'active', ends_at: 1_900_000_000 }],
] as const)('a payment of a subscription %s: nobody is told that it goes on', async (_what, changes) => {
  await pay(changes);
  expect(screen.getByText('ありがとうございます。')).toBeInTheDocument();
});

test('the first payment: the subscription has begun', async () => {
  await pay({ status: 'incomplete' });
  expect(screen.getByText('ありがとうございます。ご契約が始まりました。')).toBeInTheDocument();
});

/** A shop that owes three months, and the same after so many of them were paid. */
const owing = (paid: number) =>
  aShop({
    subscriptions: [aSubscription({ status: 'unpaid' })],
    payment_history: [1, 2, 3].map((month) =>
      aPayment({ id: `in_${month}`, status: month <= paid ? 'paid' : 'failed' }),
    ),
  });

async function payThree(): Promise<HTMLElement> {
  server.on(listShops, [owing(0)]);
  const { user } = renderApp(<Panel />);
  await user.click(await screen.findByRole('button', { name: '今すぐ支払う' }));
  return screen.findByRole('alert');
}

test('two of three months are paid and the third is declined: the message says how many are paid', async () => {
  server
    .refuse(paySubscription, 'CARD_DECLINED', {
      message: 'カードの利用可能額が不足しています。別のカードをお試しください。',
    })
    .on(refreshShop, { shop: owing(2) });
  const message = await payThree();
  expect(message).toHaveTextContent('2件のお支払いが完了し、1件が残っています');
  expect(message).toHaveTextContent('カードの利用可能額が不足しています。');
  expect(message).not.toHaveTextContent('お支払いを完了できませんでした');
});

test('none of three months is paid: the message says that the payment failed', async () => {
  server.refuse(paySubscription, 'CARD_DECLINED').on(refreshShop, { shop: owing(0) });
  expect(await payThree()).toHaveTextContent('お支払いを完了できませんでした');
});

test.each([
  [
    'passed',
    { paymentIntent: { status: 'succeeded' } },
    'ほかにも未払いのご請求があります2件のお支払いが完了しました。続けて、残りの1件をお支払いください。',
  ],
  ['abandoned', { error: { message: '本人認証が中断されました。' } }, '2件のお支払いが完了し、1件が残っています'],
])('two of three months are paid when 3-D Secure is %s: the message says so', async (_how, outcome, words) => {
  stripe.handleNextAction.mockResolvedValue(outcome);
  server
    .on(paySubscription, {
      shop: owing(1),
      charge: { status: 'requires_action', amount: 9_900, clientSecret: 'pi_1_secret_2' },
    })
    .on(refreshShop, { shop: owing(2) });
  expect(await payThree()).toHaveTextContent(words);
});
