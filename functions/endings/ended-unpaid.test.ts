import { logger } from '#functions/platform/logger';
import { startPaymentServices } from '#functions/testing/payment-services';
import { runJob } from '#functions/testing/run-job';
import { walk } from '#functions/testing/runbook';
import { createSubscribedShop, setCard } from '#functions/testing/subscribed';
import { testServices } from '#functions/testing/test-services';
import { readMissedEvents as handler } from '#functions/jobs';

const services = testServices(() => startPaymentServices({ afterRetries: 'canceled' }));
const day = 86_400_000;

walk(
  'Job read-missed-events',
  'the account cancels unpaid subscriptions: an error tells, and rings',
  async (section) => {
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
    const words = section.says('Stripe ended a subscription by its own setting');
    expect(told).toHaveBeenCalledWith(expect.stringContaining(words), {
      eventId: expect.stringMatching(/^evt_/),
      objectId: subscriptionId,
    });
    // The next run reads the events of the last quarter of an hour again.
    services.clock.advance(600_000);
    await runJob(handler);
    expect(told).toHaveBeenCalledTimes(1);
  },
);
