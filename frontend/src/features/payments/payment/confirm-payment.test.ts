import { getConfig } from '#shared/contract/platform';
import { FakeStripe } from '../../../../testing/fake-stripe';
import { FakeServer } from '../../../../testing/server';
import { confirmPayment, confirmTexts } from './use-paid';

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => {
  server = new FakeServer().install();
  stripe = new FakeStripe().install(server);
});

test('the holder passes 3-D Secure: paid', async () => {
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: true });
  expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' });
});

test.each(['succeeded', 'processing'])('a payment intent that is %s: no 3-D Secure', async (status) => {
  stripe.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { status } });
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: true });
  expect(stripe.handleNextAction).not.toHaveBeenCalled();
});

test("3-D Secure is abandoned or fails: the provider's text, or ours", async () => {
  stripe.handleNextAction.mockResolvedValueOnce({ error: { message: '認証に失敗しました。' } });
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: false, message: '認証に失敗しました。' });
  stripe.handleNextAction.mockResolvedValueOnce({ paymentIntent: { status: 'requires_payment_method' } });
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: false, message: confirmTexts.notProven });
});

test('the intent needs another card: no 3-D Secure', async () => {
  stripe.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { status: 'requires_payment_method' } });
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: false, message: confirmTexts.notProven });
  expect(stripe.handleNextAction).not.toHaveBeenCalled();
});

test('the provider cannot be reached: not paid, with a message', async () => {
  server.reply(getConfig, 'unreachable');
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: false, message: confirmTexts.notReady });
});

const lost = { error: { type: 'api_connection_error', message: '接続できませんでした。' } };

test('the connection is lost after the holder passed 3-D Secure: Stripe is asked again, and it is paid', async () => {
  stripe.retrievePaymentIntent
    .mockResolvedValueOnce({ paymentIntent: { status: 'requires_action' } })
    .mockResolvedValueOnce({ paymentIntent: { status: 'succeeded' } });
  stripe.handleNextAction.mockResolvedValueOnce(lost);
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: true });
});

test.each([
  ['Stripe.js says so', async () => lost],
  ['Stripe.js throws', () => Promise.reject(new Error('lost'))],
])('the connection stays lost (%s): the outcome is unknown, not "not paid"', async (_how, outcome) => {
  stripe.handleNextAction.mockImplementation(outcome);
  stripe.retrievePaymentIntent
    .mockResolvedValueOnce({ paymentIntent: { status: 'requires_action' } })
    .mockImplementation(outcome);
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({
    ok: false,
    unknown: true,
    message: confirmTexts.unknown,
  });
});
