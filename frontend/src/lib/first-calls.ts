import type { getUser } from '#shared/contract/account';
import type { login, logout } from '#shared/contract/auth';
import type { RouteOf } from '#shared/contract/call';
import { routes } from '#shared/contract/routes';

/** The calls that are made before a sign-in, without their schemas (decisions/page). */
export const getUserRoute: RouteOf<typeof getUser> = routes.getUser;
export const loginRoute: RouteOf<typeof login> = routes.login;
export const logoutRoute: RouteOf<typeof logout> = routes.logout;
