import { paths } from '../lib/paths';
import { inShop, load, outside, type ScreenEntry } from './screen-entry';

const legal = () => import('../features/shops/opening/legal-screen');

/** The screens of a signed-in user. */
export const signedInScreens: readonly ScreenEntry[] = [
  ...outside(undefined, {
    [paths.newShop]: load('TermsScreen', legal),
    [paths.newShopPrivacy]: load('PrivacyScreen', legal),
    [paths.newShopForm]: load('ShopFormScreen', () => import('../features/shops/opening/shop-form-screen')),
    [paths.paymentSuccess]: load(
      'PaymentSuccessScreen',
      () => import('../features/payments/payment/payment-success-screen'),
    ),
  }),
  ...outside('profile', {
    [paths.profile]: load('ProfileScreen', () => import('../features/account/profile/profile-screen')),
  }),
  ...outside('settings', {
    [paths.settings]: load('SettingsScreen', () => import('../features/account/settings/settings-screen')),
    [paths.securitySettings]: load('SecurityScreen', () => import('../features/account/security/security-screen')),
    [paths.terms]: load('ReadTermsScreen', legal),
    [paths.privacy]: load('ReadPrivacyScreen', legal),
  }),
  ...outside('admin', { [paths.admin]: load('AdminScreen', () => import('../features/admin/admin-screen')) }),
  ...outside('shops', {
    [paths.home]: load('HomeScreen', () => import('../features/shops/home/home-screen')),
    [paths.devices]: load('DeviceManagementScreen', () => import('../features/devices/list/device-management-screen')),
    [paths.scannedDevice.pattern]: load(
      'ScannedDeviceScreen',
      () => import('../features/devices/scan/scanned-device-screen'),
    ),
    [paths.documents]: load('DocumentsScreen', () => import('../features/documents/documents-screen')),
    [paths.documentExports]: load('ExportsScreen', () => import('../features/documents/exports-screen')),
    [paths.documentExport.pattern]: load('ExportScreen', () => import('../features/documents/exports-screen')),
  }),
  ...inShop('shop', 'id', {
    [paths.shop.pattern]: load('ShopScreen', () => import('../features/shops/detail/shop-screen')),
    [paths.paymentHistory.pattern]: load(
      'PaymentHistoryScreen',
      () => import('../features/documents/payment-history/payment-history-screen'),
    ),
    [paths.document.pattern]: load('DocumentScreen', () => import('../features/documents/document-screen')),
    [paths.documentReceipt.pattern]: load(
      'DocumentReceiptScreen',
      () => import('../features/documents/document-receipt-screen'),
    ),
  }),
  ...inShop('services', 'id', {
    [paths.shopServices.pattern]: load('ServicesScreen', () => import('../features/orders/services/services-screen')),
  }),
  ...inShop('services', 'subscription', {
    [paths.subscription.pattern]: load(
      'SubscriptionScreen',
      () => import('../features/orders/subscription/subscription-screen'),
    ),
    [paths.subscriptionPayment.pattern]: load(
      'PaymentMethodScreen',
      () => import('../features/payments/payment-method/payment-method-screen'),
    ),
  }),
  ...inShop('devices', 'id', {
    [paths.shopDevices.pattern]: load(
      'ShopDevicesScreen',
      () => import('../features/devices/list/shop-devices-screen'),
    ),
  }),
];
