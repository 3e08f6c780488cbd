import { openTestAccount } from '#emulators/stripe/testing';
import { demoPromotionCodes, makePromotionCodes } from './make-promotion-codes';

test('a fresh data folder at an account that has the codes: only the expired one is made again', async () => {
  const account = await openTestAccount();
  const { stripe, clock } = account;
  try {
    const active = async () =>
      (await stripe.promotionCodes.list({ active: true })).data.map(({ code }) => code).toSorted();
    await makePromotionCodes(stripe, () => clock.now());
    await account.advanceDays(1);
    await makePromotionCodes(stripe, () => clock.now());
    expect(await active()).toEqual(Object.values(demoPromotionCodes).toSorted());
  } finally {
    await account.close();
  }
});
