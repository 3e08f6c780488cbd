import { paths } from '../lib/paths';
import { load, type ScreenEntry } from './screen-entry';

/** The screens of a signed-in user. */
export const signedInScreens: readonly ScreenEntry[] = [
  { path: paths.home, menu: 'shops', Screen: load('HomeScreen', () => import('../features/shops/home/home-screen')) },
  {
    path: paths.profile,
    menu: 'profile',
    Screen: load('ProfileScreen', () => import('../features/account/profile/profile-screen')),
  },
  {
    path: paths.settings,
    menu: 'settings',
    Screen: load('SettingsScreen', () => import('../features/account/settings/settings-screen')),
  },
  {
    path: paths.securitySettings,
    menu: 'settings',
    Screen: load('SecurityScreen', () => import('../features/account/security/security-screen')),
  },
  {
    path: paths.terms,
    menu: 'settings',
    Screen: load('ReadTermsScreen', () => import('../features/shops/opening/legal-screen')),
  },
  {
    path: paths.privacy,
    menu: 'settings',
    Screen: load('ReadPrivacyScreen', () => import('../features/shops/opening/legal-screen')),
  },
  { path: paths.admin, menu: 'admin', Screen: load('AdminScreen', () => import('../features/admin/admin-screen')) },
  { path: paths.newShop, Screen: load('TermsScreen', () => import('../features/shops/opening/legal-screen')) },
  {
    path: paths.newShopPrivacy,
    Screen: load('PrivacyScreen', () => import('../features/shops/opening/legal-screen')),
  },
  {
    path: paths.newShopForm,
    Screen: load('ShopFormScreen', () => import('../features/shops/opening/shop-form-screen')),
  },
  {
    path: paths.shop.pattern,
    menu: 'shop',
    shopBy: 'id',
    Screen: load('ShopScreen', () => import('../features/shops/detail/shop-screen')),
  },
  {
    path: paths.shopServices.pattern,
    menu: 'services',
    shopBy: 'id',
    Screen: load('ServicesScreen', () => import('../features/orders/services/services-screen')),
  },
  {
    path: paths.shopDevices.pattern,
    menu: 'devices',
    shopBy: 'id',
    Screen: load('ShopDevicesScreen', () => import('../features/devices/list/shop-devices-screen')),
  },
  {
    path: paths.subscription.pattern,
    menu: 'services',
    shopBy: 'subscription',
    Screen: load('SubscriptionScreen', () => import('../features/orders/subscription/subscription-screen')),
  },
  {
    path: paths.subscriptionPayment.pattern,
    menu: 'services',
    shopBy: 'subscription',
    Screen: load('PaymentMethodScreen', () => import('../features/payments/payment-method/payment-method-screen')),
  },
  {
    path: paths.paymentHistory.pattern,
    menu: 'shop',
    shopBy: 'id',
    Screen: load('PaymentHistoryScreen', () => import('../features/documents/payment-history/payment-history-screen')),
  },
  {
    path: paths.document.pattern,
    menu: 'shop',
    shopBy: 'id',
    Screen: load('DocumentScreen', () => import('../features/documents/document-screen')),
  },
  {
    path: paths.documentReceipt.pattern,
    menu: 'shop',
    shopBy: 'id',
    Screen: load('DocumentReceiptScreen', () => import('../features/documents/document-receipt-screen')),
  },
  {
    path: paths.documents,
    menu: 'shops',
    Screen: load('DocumentsScreen', () => import('../features/documents/documents-screen')),
  },
  {
    path: paths.documentExports,
    menu: 'shops',
    Screen: load('ExportsScreen', () => import('../features/documents/exports-screen')),
  },
  {
    path: paths.documentExport.pattern,
    menu: 'shops',
    Screen: load('ExportScreen', () => import('../features/documents/export-screen')),
  },
  {
    path: paths.devices,
    Screen: load('DeviceManagementScreen', () => import('../features/devices/list/device-management-screen')),
  },
  {
    path: paths.scannedDevice.pattern,
    Screen: load('ScannedDeviceScreen', () => import('../features/devices/scan/scanned-device-screen')),
  },
  {
    path: paths.paymentSuccess,
    Screen: load('PaymentSuccessScreen', () => import('../features/payments/payment/payment-success-screen')),
  },
];
