import { Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../lib/paths';
import { routesOf } from './screen-entry';
import { signedInScreens } from './screens';
import { Shell } from './shell';

export const SignedIn = () => (
  <Routes>
    <Route element={<Shell />}>{routesOf(signedInScreens)}</Route>
    <Route path="*" element={<Navigate to={paths.home} replace />} />
  </Routes>
);
