import { paths } from '../../frontend/src/lib/paths';
import * as opened from './open';
import type { Place } from './place';

/** What a visitor sees. */
export const visitorPlaces: readonly Place[] = [
  { name: 'login', as: 'visitor', path: '/login', main: true },
  { name: 'login-wrong', as: 'visitor', path: '/login', open: opened.wrongLogin },
  { name: 'register', as: 'visitor', path: '/register', main: true },
  { name: 'register-code', as: 'visitor', path: '/register', open: opened.codeOfRegistration },
  { name: 'reset-password', as: 'visitor', path: '/reset-password' },
  { name: 'reset-password-link', as: 'visitor', path: '/reset-password?token=abc' },
  { name: 'verify-email-wrong', as: 'visitor', path: '/verify-email?token=abc&email=a%40example.jp' },
  { name: 'confirm-invoice-address', as: 'visitor', path: '/confirm-invoice-address?token=abc' },
  { name: 'cancel-registration', as: 'visitor', path: '/cancel-registration?token=abc&email=a%40example.jp' },
];

/** The account of a user, and the administration. */
export const accountPlaces: readonly Place[] = [
  { name: 'profile', as: 'owner', path: '/profile', main: true },
  { name: 'profile-name', as: 'owner', path: '/profile', open: opened.press('名前を編集') },
  { name: 'profile-email', as: 'owner', path: '/profile', open: opened.press('メールアドレスを編集') },
  { name: 'profile-deletion', as: 'empty', path: '/profile', open: opened.dialogBy('アカウントを削除') },
  { name: 'settings', as: 'owner', path: '/settings' },
  { name: 'settings-password', as: 'owner', path: '/settings', open: opened.dialogBy('パスワードを変更') },
  { name: 'security', as: 'owner', path: '/settings/security' },
  { name: 'security-app', as: 'owner', path: '/settings/security', open: opened.dialogBy('認証アプリを設定') },
  { name: 'security-password', as: 'owner', path: '/settings/security', open: opened.passwordQuestion },
  { name: 'security-sms', as: 'owner', path: '/settings/security', open: opened.dialogBy('SMSを設定') },
  { name: 'terms', as: 'owner', path: '/terms' },
  { name: 'privacy', as: 'owner', path: '/privacy-policy' },
  { name: 'admin', as: 'admin', path: '/admin' },
  { name: 'no-administrator', as: 'empty', path: '/admin' },
];

const agreeing = { as: 'owner', path: paths.newShop } as const;
/** The first shop, and the way to another one. */
export const openingPlaces: readonly Place[] = [
  { name: 'home-empty', as: 'empty', path: '/' },
  { name: 'new-shop-terms', as: 'owner', path: '/stores/new' },
  { name: 'new-shop-privacy', ...agreeing, open: opened.privacy, reaches: paths.newShopPrivacy },
  { name: 'new-shop-form', ...agreeing, open: opened.shopForm, reaches: paths.newShopForm, main: true },
  { name: 'new-shop-form-wrong', ...agreeing, open: opened.wrongShopForm, reaches: paths.newShopForm },
  { name: 'new-shop-confirm', ...agreeing, open: opened.shopConfirmation, reaches: paths.newShopForm },
];
