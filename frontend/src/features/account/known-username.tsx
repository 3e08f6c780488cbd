import { useUser } from '../../lib/session';

/**
 * Tells password managers whose password a form asks for. Nobody sees it (chromium.org, Create Amazing Password Forms:
 * hidden fields for implicit information).
 */
export function KnownUsername() {
  const { user } = useUser();
  return <input hidden readOnly autoComplete="username" value={user?.email ?? ''} />;
}
