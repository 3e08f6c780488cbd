import StripeSdk from 'stripe';
import { CallError } from '#shared/errors';
import { logger } from './logger';

test('a declined card, also as a cause: its codes and request, nothing of payment, card or holder', () => {
  const lines: string[] = [];
  for (const stream of [process.stdout, process.stderr])
    jest.spyOn(stream, 'write').mockImplementation((line) => Boolean(lines.push(String(line))));
  const declined = StripeSdk.errors.StripeError.generate({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    requestId: 'req_1',
    statusCode: 402,
    headers: { 'idempotency-key': 'hidden' },
    ...Object.fromEntries(
      ['payment_intent', 'setup_intent', 'payment_method', 'source'].map((key) => [key, { client_secret: 'hidden' }]),
    ),
  } as never);
  logger.setLogLevel('ERROR');
  logger.error('not paid', { error: declined });
  logger.error('not paid', { error: new CallError('CARD_DECLINED', { cause: declined }) });
  logger.setLogLevel('SILENT');
  jest.restoreAllMocks();
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line).toContain('insufficient_funds');
    expect(line).toContain('req_1');
    expect(line).not.toContain('hidden');
  }
});
