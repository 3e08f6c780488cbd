import { logger } from '../runtime/logger';
import { startPaymentServices } from '../testing/payment-services';
import { runJob } from '../testing/run-job';
import { createSubscribedShop, setCard } from '../testing/subscribed-shop';
import { testServices } from '../testing/test-services';
import { handler } from './read-missed-events';

const services = testServices(() => startPaymentServices({ afterRetries: 'canceled' }));
const day = 86_400_000;

test('an account that cancels unpaid subscriptions: the job logs an error, which raises its alarm', async () => {
  const owner = await services.createOwner();
  const { customerId, subscriptionId } = await createSubscribedShop(services, owner, { total: 1 });
  await setCard(services, customerId, 'pm_card_chargeCustomerFail');
  const told = jest.spyOn(logger, 'error').mockImplementation(() => undefined);
  for (let days = 0; days < 60; days += 1) {
    services.clock.advance(day);
    await services.emulator.tick();
    if ((await services.stripe.subscriptions.retrieve(subscriptionId)).status === 'canceled') break;
  }
  await runJob(handler);
  expect(told).toHaveBeenCalledWith(expect.stringContaining('Stripe ended a subscription'), {
    eventId: expect.stringMatching(/^evt_/),
    objectId: subscriptionId,
  });
});
