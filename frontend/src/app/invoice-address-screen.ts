import { paths } from '../lib/paths';
import { load, type ScreenEntry } from './screen-entry';

/** Whoever opens the mailed link may be signed in or not. */
export const invoiceAddressScreen: ScreenEntry = {
  path: paths.confirmInvoiceAddress,
  Screen: load('ConfirmInvoiceAddressScreen', () => import('../features/auth/confirm-invoice-address-screen')),
};
