/** An address with one value: a function that encodes the value, with the router's pattern as a property. */
const withValue = (pattern: `/${string}:${string}`) =>
  Object.assign((value: string): string => pattern.replace(/:\w+/, () => encodeURIComponent(value)), { pattern });

/** Every address of the portal (spec 2; the texts to read again: decision 057). */
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
  shop: withValue('/store/:id'),
  shopServices: withValue('/store/:id/services'),
  shopDevices: withValue('/store/:id/devices'),
  subscription: withValue('/subscription/:id'),
  ending: withValue('/subscription/:id/end'),
  endingReceipt: withValue('/subscription/:id/end/receipt'),
  subscriptionPayment: withValue('/billing/subscription/:id'),
  paymentHistory: withValue('/payment-history/:customerId'),
  document: Object.assign(
    (customerId: string, invoice: string): string =>
      `/payment-history/${encodeURIComponent(customerId)}/${encodeURIComponent(invoice)}`,
    { pattern: '/payment-history/:customerId/:invoice' },
  ),
  documentReceipt: Object.assign(
    (customerId: string, invoice: string): string =>
      `/payment-history/${encodeURIComponent(customerId)}/${encodeURIComponent(invoice)}/receipt`,
    { pattern: '/payment-history/:customerId/:invoice/receipt' },
  ),
  documents: '/documents',
  documentYear: '/documents/year',
  documentExports: '/documents/exports',
  documentExport: withValue('/documents/exports/:id'),
  devices: '/devices',
  scannedDevice: withValue('/devices/:content'),
  paymentSuccess: '/payment-success',
} as const;
