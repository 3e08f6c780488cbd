import { paths } from '../lib/paths';
import { load, type ScreenEntry } from './screen-entry';

/** The screens that mails lead to: the visitor may be signed in or not. */
export const mailLinkScreens: readonly ScreenEntry[] = [
  {
    path: paths.resetPassword,
    Screen: load('ResetPasswordScreen', () => import('../features/auth/reset-password-screen')),
  },
  { path: paths.verifyEmail, Screen: load('VerifyEmailScreen', () => import('../features/auth/verify-email-screen')) },
  {
    path: paths.cancelRegistration,
    Screen: load('CancelRegistrationScreen', () => import('../features/auth/link-action')),
  },
  {
    path: paths.confirmInvoiceAddress,
    Screen: load('ConfirmInvoiceAddressScreen', () => import('../features/auth/link-action')),
  },
];
