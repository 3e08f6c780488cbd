import type { PaymentServices } from './payment-services';

/** Saves a card with a setup intent, as the card form in a browser does. */
export async function createSubscriptionCard(services: PaymentServices, clientSecret: string, number: string): Promise<void> {
  const setup = clientSecret.slice(0, clientSecret.indexOf('_secret_'));
  const answer = await fetch(`${services.urls.stripe}/v1/setup_intents/${setup}/confirm`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_local', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      client_secret: clientSecret,
      return_url: 'http://localhost:3000/payment-success',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2030',
      'payment_method_data[card][cvc]': '123',
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}
