import { tokensFor } from '#emulators/kintone';
import { serveKintone } from '#emulators/kintone/testing';
import type { LocalClock } from '#emulators/platform';
import { kintoneApps } from '../../services/services';

/** Password of the staff, and the beginning of the tokens. */
export const secret = 'test-token';
/** All apps' tokens, as a stage's secret has them. */
export const apiToken = tokensFor(secret, kintoneApps);

/** Serves Kintone with the product's apps, in a guest space if one is named. */
export const serveRecords = (clock: LocalClock, guestSpace?: string) =>
  serveKintone({ clock, secret, apps: kintoneApps, ...(guestSpace !== undefined && { guestSpace }) });
