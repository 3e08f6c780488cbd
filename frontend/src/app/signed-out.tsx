import { Navigate, Route, Routes } from 'react-router-dom';
import { LoginScreen } from '../features/auth/login-screen';
import { paths } from '../lib/paths';
import { AuthShell } from './auth-shell';
import { invoiceAddressScreen } from './invoice-address-screen';
import { load, routesOf, type ScreenEntry } from './screen-entry';

/** The screens for visitors. */
const signedOutScreens: readonly ScreenEntry[] = [
  // Part of the first page: a visitor waits for no second download.
  { path: paths.login, Screen: LoginScreen },
  { path: paths.register, Screen: load('RegisterScreen', () => import('../features/auth/register-screen')) },
  {
    path: paths.resetPassword,
    Screen: load('ResetPasswordScreen', () => import('../features/auth/reset-password-screen')),
  },
  { path: paths.verifyEmail, Screen: load('VerifyEmailScreen', () => import('../features/auth/verify-email-screen')) },
  {
    path: paths.cancelRegistration,
    Screen: load('CancelRegistrationScreen', () => import('../features/auth/cancel-registration-screen')),
  },
  invoiceAddressScreen,
];

export const SignedOut = () => (
  <Routes>
    <Route element={<AuthShell />}>{routesOf(signedOutScreens)}</Route>
    <Route path="*" element={<Navigate to={paths.login} replace />} />
  </Routes>
);
