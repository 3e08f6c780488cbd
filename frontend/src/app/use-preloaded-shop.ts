import { useTimeout } from '../lib/use-timeout';
import { signedInScreens } from './screens';

/** Milliseconds to wait, so that the current screen loads first. */
const patience = 500;

function loadScreensOfShop(): void {
  for (const { shopBy, Screen } of signedInScreens)
    // Without a connection the screen itself says so when it is opened.
    if (shopBy && 'preload' in Screen) Screen.preload().catch(() => undefined);
}

/** While a shop is shown, loads the code of its other screens, so that the next of them appears at once. */
export const usePreloadedShop = (shopId: string | undefined): void =>
  useTimeout(loadScreensOfShop, shopId === undefined ? null : patience);
