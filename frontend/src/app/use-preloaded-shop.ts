import { useEffect } from 'react';
import { signedInScreens } from './screens';

/** Milliseconds to wait, so that the current screen loads first. */
const patience = 500;

/** While a shop is shown, loads the code of its other screens, so that the next of them appears at once. */
export function usePreloadedShop(shopId: string | undefined): void {
  const isInShop = shopId !== undefined;
  useEffect(() => {
    if (!isInShop) return undefined;
    const timer = setTimeout(() => {
      // Without a connection the screen itself says so when it is opened.
      for (const { shopBy, Screen } of signedInScreens)
        if (shopBy && 'preload' in Screen) Screen.preload().catch(() => undefined);
    }, patience);
    return () => clearTimeout(timer);
  }, [isInShop]);
}
