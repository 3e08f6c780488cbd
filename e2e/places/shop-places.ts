import * as opened from './open';
import type { Place } from './place';

/** A shop of the demo data; ids are empty where it has no such thing. */
export interface DemoShop {
  id: string;
  subscription: string;
  /** The newest invoice. */
  invoice: string;
}

/** Finds the owner's shop of the demo data whose name contains these words. */
export type ShopNamed = (words: string) => DemoShop;

/** The states of a subscription that have a screen of their own. */
const shopsByState = {
  active: '青山',
  trial: '銀座',
  'past-due': '梅田',
  ending: '名古屋',
  canceled: '札幌',
  none: '福岡',
  'trial-ends-tomorrow': '仙台',
  unpaid: '広島',
  incomplete: '京都',
  'increase-awaits': '那覇',
  'long-names': 'みなとみらい',
};

/** The list of shops, and each shop with its subscription. */
export const shopPlaces = (shopNamed: ShopNamed): Place[] => [
  { name: 'home', as: 'owner', path: '/', main: true },
  { name: 'home-delete', as: 'owner', path: '/', open: opened.shopDeletion },
  { name: 'home-after-order', as: 'owner', path: '/', open: opened.afterChange(shopNamed('銀座').id) },
  { name: 'home-chain', as: 'chain', path: '/' },
  ...Object.entries(shopsByState).flatMap(([state, words]): Place[] => {
    const { id, subscription } = shopNamed(words);
    const shop: Place = { name: `shop-${state}`, as: 'owner', path: `/store/${id}` };
    if (state === 'active') shop.main = true;
    if (subscription === '') return [shop];
    return [shop, { name: `subscription-${state}`, as: 'owner', path: `/subscription/${subscription}` }];
  }),
];

/** The dialogs of shops and subscriptions, and their services. */
export function servicePlaces(shopNamed: ShopNamed): Place[] {
  const active = shopNamed('青山');
  const services = `/store/${active.id}/services`;
  const rent = opened.dialogBy('新しいサブスクリプション');
  return [
    { name: 'shop-edit', as: 'owner', path: `/store/${active.id}`, open: opened.dialogBy('編集') },
    { name: 'shop-rent', as: 'owner', path: `/store/${shopNamed('福岡').id}`, open: rent },
    { name: 'shop-rent-held', as: 'owner', path: `/store/${shopNamed('広島').id}`, open: rent },
    { name: 'services', as: 'owner', path: services, main: true },
    { name: 'services-after-change', as: 'owner', path: services, open: opened.afterChange(active.id) },
    { name: 'services-long-names', as: 'owner', path: `/store/${shopNamed('みなとみらい').id}/services` },
    { name: 'quantities', as: 'owner', path: services, open: opened.dialogBy(/の数量を変更|^数量を変更/) },
    { name: 'quantities-confirm', as: 'owner', path: services, open: opened.quantityConfirmation },
  ];
}

/** The end of a subscription, cards, payments and documents. */
export function billingPlaces(shopNamed: ShopNamed): Place[] {
  const { id, subscription, invoice } = shopNamed('青山');
  const late = shopNamed('梅田').subscription;
  return [
    { name: 'cancel', as: 'owner', path: `/subscription/${subscription}`, open: opened.cancellation },
    ...(['trial', 'past-due', 'ending', 'incomplete'] as const).map((state): Place => ({
      name: `cancel-${state}`,
      as: 'owner',
      path: `/subscription/${shopNamed(shopsByState[state]).subscription}`,
      open: opened.cancellation,
    })),
    { name: 'payment-method', as: 'owner', path: `/billing/subscription/${subscription}`, main: true },
    { name: 'payment-method-late', as: 'owner', path: `/billing/subscription/${late}` },
    { name: 'payment-history', as: 'owner', path: `/payment-history/${id}`, main: true },
    { name: 'document', as: 'owner', path: `/payment-history/${id}/${invoice}` },
    { name: 'document-receipt', as: 'owner', path: `/payment-history/${id}/${invoice}/receipt` },
    { name: 'documents', as: 'owner', path: '/documents' },
    { name: 'document-exports', as: 'owner', path: '/documents/exports' },
  ];
}
