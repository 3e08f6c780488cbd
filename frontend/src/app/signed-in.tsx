import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths';
import { AuthShell } from './auth-shell';
import { invoiceAddressScreen } from './invoice-address-screen';
import { routesOf } from './screen-entry';
import { signedInScreens } from './screens';
import { Shell } from './shell';

export const SignedIn = () => (
  <Routes>
    <Route element={<AuthShell />}>{routesOf([invoiceAddressScreen])}</Route>
    <Route element={<Shell />}>{routesOf(signedInScreens)}</Route>
    <Route path="*" element={<Navigate to={paths.home} replace />} />
  </Routes>
);
