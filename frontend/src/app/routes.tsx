import { Suspense, lazy } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths';
import { useUser } from '../lib/session';
import { ErrorPanel } from '../ui/error-panel';
import { Spinner } from '../ui/spinner';
import { AuthShell } from './auth-shell';
import { ErrorBoundary } from './error-boundary';

// Each screen is loaded with its route. What is common to all signed-in screens is in the shell's part.
const LoginScreen = lazy(() =>
  import('../features/auth/login-screen').then((module) => ({ default: module.LoginScreen })),
);
const RegisterScreen = lazy(() =>
  import('../features/auth/register-screen').then((module) => ({ default: module.RegisterScreen })),
);
const ResetPasswordScreen = lazy(() =>
  import('../features/auth/reset-password-screen').then((module) => ({ default: module.ResetPasswordScreen })),
);
const VerifyEmailScreen = lazy(() =>
  import('../features/auth/verify-email-screen').then((module) => ({ default: module.VerifyEmailScreen })),
);
const Shell = lazy(() => import('./shell').then((module) => ({ default: module.Shell })));
const HomeScreen = lazy(() =>
  import('../features/shop/home/home-screen').then((module) => ({ default: module.HomeScreen })),
);
const TermsScreen = lazy(() =>
  import('../features/shop/opening/terms-screen').then((module) => ({ default: module.TermsScreen })),
);
const PrivacyScreen = lazy(() =>
  import('../features/shop/opening/privacy-screen').then((module) => ({ default: module.PrivacyScreen })),
);
const ShopFormScreen = lazy(() =>
  import('../features/shop/opening/shop-form-screen').then((module) => ({ default: module.ShopFormScreen })),
);
const PaymentSuccessScreen = lazy(() =>
  import('../features/shop/payment/payment-success-screen').then((module) => ({
    default: module.PaymentSuccessScreen,
  })),
);
const ShopScreen = lazy(() =>
  import('../features/shop/detail/shop-screen').then((module) => ({ default: module.ShopScreen })),
);
const ServicesScreen = lazy(() =>
  import('../features/shop/services/services-screen').then((module) => ({ default: module.ServicesScreen })),
);
const SubscriptionScreen = lazy(() =>
  import('../features/shop/subscription/subscription-screen').then((module) => ({
    default: module.SubscriptionScreen,
  })),
);
const PaymentMethodScreen = lazy(() =>
  import('../features/shop/payment-method/payment-method-screen').then((module) => ({
    default: module.PaymentMethodScreen,
  })),
);
const PaymentHistoryScreen = lazy(() =>
  import('../features/shop/payment-history/payment-history-screen').then((module) => ({
    default: module.PaymentHistoryScreen,
  })),
);
const ProfileScreen = lazy(() =>
  import('../features/account/profile/profile-screen').then((module) => ({ default: module.ProfileScreen })),
);
const SettingsScreen = lazy(() =>
  import('../features/account/settings/settings-screen').then((module) => ({ default: module.SettingsScreen })),
);
const SecurityScreen = lazy(() =>
  import('../features/account/security/security-screen').then((module) => ({ default: module.SecurityScreen })),
);
const ShopDevicesScreen = lazy(() =>
  import('../features/devices/list/shop-devices-screen').then((module) => ({ default: module.ShopDevicesScreen })),
);
const DeviceManagementScreen = lazy(() =>
  import('../features/devices/list/device-management-screen').then((module) => ({
    default: module.DeviceManagementScreen,
  })),
);
const ScannedDeviceScreen = lazy(() =>
  import('../features/devices/scan/scanned-device-screen').then((module) => ({ default: module.ScannedDeviceScreen })),
);
const AdminScreen = lazy(() =>
  import('../features/admin/admin-screen').then((module) => ({ default: module.AdminScreen })),
);

const WholePage = ({ label }: { label: string }) => (
  <div className="fade-in-late grid min-h-dvh place-items-center text-accent">
    <Spinner label={label} className="size-9" />
  </div>
);

/**
 * Which screens there are depends on whether somebody is signed in (spec 2, 6). Any other address leads to the first
 * of them.
 */
export function AppRoutes() {
  const { user, error, isLoading, retry } = useUser();
  const { key } = useLocation();

  if (user === undefined) {
    if (!error) return <WholePage label="読み込み中" />;
    return (
      <main className="mx-auto grid min-h-dvh max-w-xl place-items-center p-4">
        <ErrorPanel error={error} title="サーバーに接続できませんでした" busy={isLoading} onRetry={retry} />
      </main>
    );
  }
  return (
    <ErrorBoundary resetKey={key}>
      <Suspense fallback={<WholePage label="読み込み中" />}>{user ? <SignedIn /> : <SignedOut />}</Suspense>
    </ErrorBoundary>
  );
}

function SignedOut() {
  return (
    <Routes>
      <Route element={<AuthShell />}>
        <Route path={paths.login} element={<LoginScreen />} />
        <Route path={paths.register} element={<RegisterScreen />} />
        <Route path={paths.resetPassword} element={<ResetPasswordScreen />} />
        <Route path={paths.verifyEmail} element={<VerifyEmailScreen />} />
      </Route>
      <Route path="*" element={<Navigate to={paths.login} replace />} />
    </Routes>
  );
}

function SignedIn() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path={paths.home} element={<HomeScreen shopHref={paths.shop} />} />
        <Route path={paths.profile} element={<ProfileScreen />} />
        <Route path={paths.settings} element={<SettingsScreen />} />
        <Route path={paths.securitySettings} element={<SecurityScreen />} />
        <Route path={paths.admin} element={<AdminScreen />} />
        <Route path={paths.newShop} element={<TermsScreen />} />
        <Route path={paths.newShopPrivacy} element={<PrivacyScreen />} />
        <Route path={paths.newShopForm} element={<ShopFormScreen />} />
        <Route path="/store/:id/devices" element={<ShopDevicesScreen />} />
        <Route path={paths.devices} element={<DeviceManagementScreen />} />
        <Route path={`${paths.devices}/:content`} element={<ScannedDeviceScreen />} />
        <Route path="/store/:id" element={<ShopScreen />} />
        <Route path="/store/:id/services" element={<ServicesScreen />} />
        <Route path="/subscription/:id" element={<SubscriptionScreen />} />
        <Route path="/billing/subscription/:id" element={<PaymentMethodScreen />} />
        <Route path="/payment-history/:customerId" element={<PaymentHistoryScreen />} />
        <Route path={paths.paymentSuccess} element={<PaymentSuccessScreen />} />
      </Route>
      <Route path="*" element={<Navigate to={paths.home} replace />} />
    </Routes>
  );
}
