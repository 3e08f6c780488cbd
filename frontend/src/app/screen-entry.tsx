import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { Route } from 'react-router-dom';
import { paths } from '../lib/paths';

/** Items of the menu outside of a shop, and inside of one. */
export type MenuName = 'shops' | 'profile' | 'settings' | 'admin' | 'shop' | 'services' | 'devices';

export interface ScreenEntry {
  path: string;
  Screen: (LazyExoticComponent<ComponentType> & { preload: () => Promise<unknown> }) | ComponentType;
  menu?: MenuName | undefined;
  /**
   * How the shop is found by the value in the address: it is the shop's own id, or the id of one of its subscriptions.
   * Absent for screens outside of any shop.
   */
  shopBy?: 'id' | 'subscription' | undefined;
}

/** Loads the code of a screen with its route. */
export const load = <Name extends string>(name: Name, module: () => Promise<Record<Name, ComponentType>>) =>
  Object.assign(
    lazy(async () => ({ default: (await module())[name] })),
    { preload: module },
  );

type Screens = Readonly<Record<string, ScreenEntry['Screen']>>;

/** Screens outside of any shop that belong to one item of the menu, by their patterns. */
export const outside = (menu: ScreenEntry['menu'], screens: Screens): ScreenEntry[] =>
  Object.entries(screens).map(([path, Screen]) => ({ path, menu, Screen }));

/** The same of screens inside of a shop. */
export const inShop = (menu: MenuName, shopBy: ScreenEntry['shopBy'], screens: Screens): ScreenEntry[] =>
  outside(menu, screens).map((screen) => ({ ...screen, shopBy }));

/** The screens that mails lead to: the visitor may be signed in or not. */
export const mailLinkScreens = outside(undefined, {
  [paths.resetPassword]: load('ResetPasswordScreen', () => import('../features/auth/reset-password-screen')),
  [paths.verifyEmail]: load('VerifyEmailScreen', () => import('../features/auth/verify-email-screen')),
  [paths.cancelRegistration]: load('CancelRegistrationScreen', () => import('../features/auth/link-action')),
  [paths.confirmInvoiceAddress]: load('ConfirmInvoiceAddressScreen', () => import('../features/auth/link-action')),
});

export const routesOf = (screens: readonly ScreenEntry[]) =>
  screens.map(({ path, Screen }) => <Route key={path} path={path} element={<Screen />} />);
