import { tokensFor } from '#emulators/kintone';
import { serveKintone } from '#emulators/kintone/testing';
import type { LocalClock } from '#emulators/platform';
import { appsById } from '../apps-by-id';

/** Password of the staff, and the beginning of the tokens. */
export const secret = 'test-token';
const apps = appsById();
/** All apps' tokens, as a stage's secret has them. */
export const apiToken = tokensFor(secret, apps);

/** Serves Kintone with the product's apps, in a guest space if one is named. */
export const serveRecords = (clock: LocalClock, guestSpace?: string) =>
  serveKintone({ clock, secret, apps, ...(guestSpace !== undefined && { guestSpace }) });
