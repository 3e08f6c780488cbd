import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { Route } from 'react-router-dom';

/** Items of the menu outside of a shop, and inside of one. */
export type MenuName = 'shops' | 'profile' | 'settings' | 'admin' | 'shop' | 'services' | 'devices';

export interface ScreenEntry {
  /** The router's pattern. */
  path: string;
  Screen: (LazyExoticComponent<ComponentType> & { preload: () => Promise<unknown> }) | ComponentType;
  /** The menu item that this screen belongs to. */
  menu?: MenuName;
  /**
   * How the shop is found by the value in the address: it is the shop's own id, or the id of one of its subscriptions.
   * Absent for screens outside of any shop.
   */
  shopBy?: 'id' | 'subscription';
}

/** Loads the code of a screen with its route. */
export const load = <Name extends string>(name: Name, module: () => Promise<Record<Name, ComponentType>>) =>
  Object.assign(
    lazy(async () => ({ default: (await module())[name] })),
    { preload: module },
  );

export const routesOf = (screens: readonly ScreenEntry[]) =>
  screens.map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />);
