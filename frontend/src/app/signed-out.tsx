import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { LoginScreen } from '../features/auth/login-screen';
import { paths } from '../lib/paths';
import { AuthShell } from './auth-shell';
import { keepPlace } from '../lib/wanted-place';
import { load, mailLinkScreens, routesOf, type ScreenEntry } from './screen-entry';

const signedOutScreens: readonly ScreenEntry[] = [
  // Part of the first page: a visitor waits for no second download.
  { path: paths.login, Screen: LoginScreen },
  { path: paths.register, Screen: load('RegisterScreen', () => import('../features/auth/register-screen')) },
  ...mailLinkScreens,
];

export const SignedOut = () => (
  <Routes>
    <Route element={<AuthShell />}>{routesOf(signedOutScreens)}</Route>
    <Route path="*" element={<ToLogin />} />
  </Routes>
);

function ToLogin() {
  const location = useLocation();
  return <Navigate to={paths.login} replace state={keepPlace(location)} />;
}
