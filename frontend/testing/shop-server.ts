import { calculatePricing, listPrices } from '#shared/contract/billing';
import { FakeServer } from './server';
import { aPricing, readAt } from './shops';

/** A server for the screens of a shop, five minutes after the shops of the tests were read. */
export function shopServer(): FakeServer {
  jest.spyOn(Date, 'now').mockReturnValue((readAt + 300) * 1000);
  return new FakeServer().install().on(listPrices, []).on(calculatePricing, aPricing(5));
}
