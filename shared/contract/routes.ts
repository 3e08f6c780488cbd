/**
 * The routes of the calls that the page may make before a sign-in. The page sends them by these, because the entries of
 * the contract come with their schemas, which the first page would otherwise load (decisions/page).
 */
export const routes = {
  getUser: { name: 'get-user', method: 'GET', path: '/api/user' },
  login: { name: 'login', method: 'POST', path: '/api/login' },
  reportClientError: { name: 'report-client-error', method: 'POST', path: '/api/client-errors' },
  logout: { name: 'logout', method: 'POST', path: '/api/logout' },
} as const;
