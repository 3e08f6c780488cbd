/** A text for each value of a router's pattern, in order. */
type Values<Pattern extends string> = Pattern extends `${string}:${string}/${infer Rest}`
  ? [value: string, ...more: Values<`/${Rest}`>]
  : Pattern extends `${string}:${string}`
    ? [value: string]
    : [];

/** An address with values: a function that encodes and inserts them, with the router's pattern as a property. */
const withValues = <const Pattern extends string>(pattern: Pattern) =>
  Object.assign(
    (...values: Values<Pattern>): string => {
      const left: string[] = [...values];
      return pattern.replaceAll(/:\w+/g, () => encodeURIComponent(left.shift() ?? ''));
    },
    { pattern },
  );

/** Every address of the portal (spec 2; the texts to read again: decisions/page). */
export const paths = {
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  cancelRegistration: '/cancel-registration',
  confirmInvoiceAddress: '/confirm-invoice-address',
  home: '/',
  profile: '/profile',
  settings: '/settings',
  securitySettings: '/settings/security',
  terms: '/terms',
  privacy: '/privacy-policy',
  admin: '/admin',
  newShop: '/stores/new',
  newShopFirstTime: '/stores/new?firstTime=true',
  newShopPrivacy: '/stores/new/privacy-policy',
  newShopForm: '/stores/new/form',
  shop: withValues('/store/:id'),
  shopServices: withValues('/store/:id/services'),
  shopDevices: withValues('/store/:id/devices'),
  subscription: withValues('/subscription/:id'),
  subscriptionPayment: withValues('/billing/subscription/:id'),
  paymentHistory: withValues('/payment-history/:customerId'),
  document: withValues('/payment-history/:customerId/:invoice'),
  documentReceipt: withValues('/payment-history/:customerId/:invoice/receipt'),
  documents: '/documents',
  documentExports: '/documents/exports',
  documentExport: withValues('/documents/exports/:id'),
  devices: '/devices',
  scannedDevice: withValues('/devices/:content'),
  paymentSuccess: '/payment-success',
} as const;
