const part = encodeURIComponent;

/** Every address of the portal (spec 2). Path values are encoded here. */
export const paths = {
  login: '/login',
  register: '/register',
  resetPassword: '/reset-password',
  verifyEmail: '/verify-email',
  home: '/',
  profile: '/profile',
  settings: '/settings',
  securitySettings: '/settings/security',
  admin: '/admin',
  newShop: '/stores/new',
  newShopFirstTime: '/stores/new?firstTime=true',
  newShopPrivacy: '/stores/new/privacy-policy',
  newShopForm: '/stores/new/form',
  shop: (id: string): string => `/store/${part(id)}`,
  shopServices: (id: string): string => `/store/${part(id)}/services`,
  shopDevices: (id: string): string => `/store/${part(id)}/devices`,
  subscription: (id: string): string => `/subscription/${part(id)}`,
  subscriptionPayment: (id: string): string => `/billing/subscription/${part(id)}`,
  paymentHistory: (customerId: string): string => `/payment-history/${part(customerId)}`,
  devices: '/devices',
  scannedDevice: (content: string): string => `/devices/${part(content)}`,
  paymentSuccess: '/payment-success',
} as const;
