import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * The token of the mailed link that led here; empty without one. It is removed from the address and the browser's
 * history.
 */
export function useLinkToken(): string {
  const [query] = useSearchParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const given = query.get('token');
  const [token, setToken] = useState(given ?? '');
  if (given && given !== token) setToken(given);
  useEffect(() => {
    if (given !== null) void navigate(pathname, { replace: true });
  }, [given, pathname, navigate]);
  return token;
}

/** For the screens of mailed links: no request reveals the address, which has the token. */
export const NoReferrer = () => <meta name="referrer" content="no-referrer" />;
