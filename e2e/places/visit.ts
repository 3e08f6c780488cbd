import type { BrowserContext, Page } from 'playwright/test';
import type { SignIn } from '../../local/cloud/state/state-file';
import type { PortalClient } from '../../local/portal-client';
import type { Portal } from '../testing/portal';
import { expect, takeSession } from '../testing/story';

/** Who looks: a visitor, or a sign-in of the demo data without a second step. */
export type Viewer = 'visitor' | Extract<SignIn['as'], 'owner' | 'empty' | 'admin' | 'chain'>;

/** A screen, dialog or state of the demo data. */
export interface Place {
  /** Unique; also the name of its pictures. */
  name: string;
  as: Viewer;
  path: string;
  /** The screen that `open` leads to, if it is another one than that of `path`. */
  reaches?: string;
  /** One of the ten screens that people use most. */
  main?: true;
  /** Opens a dialog or reaches a state on the screen. */
  open?: (page: Page) => Promise<void>;
}

const sessions = new Map<string, PortalClient>();

/** Signs a browser in as the viewer of a place, or out. */
export async function become(context: BrowserContext, portal: Portal, viewer: Viewer): Promise<void> {
  await context.clearCookies();
  if (viewer === 'visitor') return;
  const key = `${portal.url} ${viewer}`;
  const session = sessions.get(key) ?? (await portal.signIn(await portal.demo(viewer)));
  sessions.set(key, session);
  await takeSession(context, session);
}

/** Waits until nothing on the page loads any more: no skeleton, no spinner, no animation that ends. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeVisible();
  // Behind a dialog a button may wait for it.
  const dialog = page.getByRole('dialog');
  const shown = (await dialog.count()) > 0 ? dialog.last() : page;
  const loading = shown.locator('[aria-busy="true"], .animate-pulse');
  await expect(loading.filter({ visible: true })).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ends = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(ends.map((one) => one.finished.catch(() => undefined)));
  });
}

/** Opens a place by its address, as after a reload. */
export async function visit(page: Page, place: Place): Promise<void> {
  await page.goto(place.path);
  await settle(page);
  await openOn(page, place);
}

/** Opens what a place shows on its screen. */
export async function openOn(page: Page, { open, reaches }: Place): Promise<void> {
  if (!open) return;
  await open(page);
  await settle(page);
  if (reaches !== undefined) expect(new URL(page.url()).pathname).toBe(reaches);
}
