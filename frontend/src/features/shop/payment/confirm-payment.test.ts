import { getConfig } from '#shared/contract/platform';
import { FakeStripe } from '../../../../testing/fake-stripe';
import { FakeServer } from '../../../../testing/server';
import { confirmPayment, confirmTexts } from './confirm-payment';

let server: FakeServer;
let stripe: FakeStripe;
beforeEach(() => {
  server = new FakeServer().install();
  stripe = new FakeStripe().install(server);
});

test('a payment whose holder proves who they are is paid', async () => {
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: true });
  expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' });
});

test.each(['succeeded', 'processing'])('one that is %s already asks for nothing', async (status) => {
  stripe.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { status } });
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: true });
  expect(stripe.handleNextAction).not.toHaveBeenCalled();
});

test('an abandoned or failed check is told in the provider’s words, or ours', async () => {
  stripe.handleNextAction.mockResolvedValueOnce({ error: { message: '認証に失敗しました。' } });
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: false, message: '認証に失敗しました。' });
  stripe.handleNextAction.mockResolvedValueOnce({ paymentIntent: { status: 'requires_payment_method' } });
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: false, message: confirmTexts.notProven });
});

test('one that wants a card again is not asked for a check', async () => {
  stripe.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { status: 'requires_payment_method' } });
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: false, message: confirmTexts.notProven });
  expect(stripe.handleNextAction).not.toHaveBeenCalled();
});

test('without the provider nothing is paid, and that is said', async () => {
  server.reply(getConfig, 'unreachable');
  await expect(confirmPayment('pi_1_secret_2')).resolves.toEqual({ ok: false, message: confirmTexts.notReady });
});
