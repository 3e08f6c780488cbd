import type { ShopRecord } from '#shared/model/customer';
import { listShops } from '#shared/contract/billing';
import { createDocumentExport, listDocumentExports } from '#shared/contract/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { paths } from '../../frontend/src/lib/paths';
import type { PortalClient } from '../../local/portal-client';
import type { Portal } from '../portal';
import { expect } from '../story';
import { devicePlaces } from './device-places';
import { accountPlaces, openingPlaces, visitorPlaces } from './fixed-places';
import * as opened from './open';
import type { Place } from './place';
import { billingPlaces, servicePlaces, shopPlaces, type DemoShop } from './shop-places';

function findShop(shops: readonly ShopRecord[], words: string): DemoShop {
  const found = shops.find(({ customer }) => customer.metadata['サロン名']?.includes(words));
  if (!found) throw new Error(`The demo data have no shop named ${words}`);
  return {
    id: found.customer.id,
    subscription: found.subscriptions[0]?.id ?? '',
    invoice: found.payment_history[0]?.id ?? '',
  };
}

/** An export of the owner, which is made if there is none. Demo data are there seconds after a portal's start. */
async function exportOf(session: PortalClient): Promise<string> {
  const year = Number(isoDayInJapan(Date.now() / 1000).slice(0, 4));
  let id = (await session.send(listDocumentExports, {})).exports[0]?.id;
  await expect(async () => {
    id ??= (await session.send(createDocumentExport, { body: { year } })).id;
  }).toPass({ timeout: 30_000 });
  return id ?? '';
}

/** Every screen, dialog and state that the demo data can show. */
export async function placesOf(portal: Portal): Promise<Place[]> {
  const session = await portal.signIn(await portal.demo('owner'));
  const shops = await session.send(listShops);
  const shopNamed = (words: string): DemoShop => findShop(shops, words);
  return [
    ...visitorPlaces,
    { name: 'login-sms', as: 'visitor', path: '/login', open: opened.secondStep(await portal.demo('sms')) },
    { name: 'login-app', as: 'visitor', path: '/login', open: opened.secondStep(await portal.demo('totp')) },
    ...accountPlaces,
    ...openingPlaces,
    ...shopPlaces(shopNamed),
    ...servicePlaces(shopNamed),
    ...billingPlaces(shopNamed),
    { name: 'document-export', as: 'owner', path: paths.documentExport(await exportOf(session)) },
    ...devicePlaces(shopNamed),
    { name: 'payment-success', as: 'owner', path: '/payment-success' },
    { name: 'shop-unknown', as: 'owner', path: '/store/cus_unknown' },
  ];
}
