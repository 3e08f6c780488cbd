import { callPrices } from './calls';
import { monitoringPrices } from './monitoring';
import { pagePrices } from './page';
import { secretPrices } from './secrets';
import { storagePrices } from './storage';
import { userPrices } from './users';

/**
 * Every price of the estimate. Looked up in stored copies of public pages, none on the live page: `seen` names their
 * days. Free parts of the first twelve months only are not counted.
 */
export const prices = {
  ...callPrices,
  ...pagePrices,
  ...storagePrices,
  ...userPrices,
  ...monitoringPrices,
  ...secretPrices,
};

export type PriceName = keyof typeof prices;
