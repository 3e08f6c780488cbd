import type { Page } from 'playwright/test';

/** The next request to an address that fits the pattern does its work, but its response is lost. */
export const loseResponse = (page: Page, address: string): Promise<unknown> =>
  page.route(
    address,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
