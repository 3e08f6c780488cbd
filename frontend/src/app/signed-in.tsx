import { Navigate, Route, Routes } from 'react-router-dom';
import { AuthShell } from './auth-shell';
import { useChanges } from '../lib/changes';
import { useWantedPlace } from '../lib/wanted-place';
import { mailLinkScreens, routesOf } from './screen-entry';
import { signedInScreens } from './screens';
import { Shell } from './shell';

export function SignedIn() {
  useChanges();
  return (
    <Routes>
      <Route element={<AuthShell />}>{routesOf(mailLinkScreens)}</Route>
      <Route element={<Shell />}>{routesOf(signedInScreens)}</Route>
      <Route path="*" element={<ToWantedPlace />} />
    </Routes>
  );
}

/** After a sign-in, the place that was asked for; for any other address, home (spec 2). */
const ToWantedPlace = () => <Navigate to={useWantedPlace()} replace />;
