import { useCallback } from 'react';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import type { User } from '#shared/model/account';
import type { getUser } from '#shared/contract/account';
import type { login, logout } from '#shared/contract/auth';
import type { RouteOf } from '#shared/contract/call';
import type { reportClientError } from '#shared/contract/platform';
import { routes } from '#shared/contract/routes';
import { callApi, ApiFailure } from './api';
import { drafts } from './drafts';
import { keyOf } from './cache';
import { enterPlace, leavePlace } from './wanted-place';

/** The routes of the calls before a sign-in, whose entries would load the schemas (`shared/contract/routes.ts`). */
export const getUserRoute: RouteOf<typeof getUser> = routes.getUser;
export const loginRoute: RouteOf<typeof login> = routes.login;
export const reportClientErrorRoute: RouteOf<typeof reportClientError> = routes.reportClientError;
const logoutRoute: RouteOf<typeof logout> = routes.logout;

const userKey = keyOf(getUserRoute);
const isUser = (key: unknown): boolean => Array.isArray(key) && key[0] === getUserRoute.name;

/** The cached value: the call's response, or that nobody is signed in. */
interface Known {
  user: User | null;
}

/** 401 means that nobody is signed in (spec 6): a result, not a failure. No draft outlives its session. */
async function readUser(): Promise<Known> {
  try {
    return await callApi(getUserRoute);
  } catch (error) {
    if (!(error instanceof ApiFailure && error.status === 401)) throw error;
    drafts.removeAll();
    return { user: null };
  }
}

/** The signed-in user; null if nobody is signed in; undefined while it is not known. */
export function useUser() {
  const read = useSWR<Known, ApiFailure>(userKey, readUser);
  return { user: read.data?.user, read };
}

/**
 * Whether an administrator is signed in as the user: they may not change how the user signs in
 * (decisions/impersonation).
 */
export const useIsImpersonated = (): boolean => useUser().user?.impersonation !== undefined;

/** Between the tabs of this browser. Nothing is stored (spec 3, Local storage). */
const tabs = new BroadcastChannel('session');

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
const tellOtherTabs = (userId = ''): void => tabs.postMessage(userId);

/** Calls `changed` with the id that another tab tells; empty if nobody is signed in. Returns how to stop. */
export function onOtherTab(changed: (userId: unknown) => void): () => void {
  const hear = ({ data }: MessageEvent): void => changed(data);
  tabs.addEventListener('message', hear);
  return () => tabs.removeEventListener('message', hear);
}

export function useSessionChanges() {
  const { mutate, cache } = useSWRConfig();
  const clear = useCallback(() => mutate((key) => !isUser(key), undefined, { revalidate: false }), [mutate]);

  const signedIn = useCallback(async () => {
    enterPlace();
    await clear();
    tellOtherTabs((await mutate(userKey, readUser(), { revalidate: false }))?.user?.id);
  }, [clear, mutate]);

  const forget = useCallback(async () => {
    drafts.removeAll();
    tellOtherTabs();
    await mutate(userKey, { user: null } satisfies Known, { revalidate: false });
    await clear();
  }, [clear, mutate]);

  const signOut = useCallback(async () => {
    await callApi(logoutRoute);
    leavePlace();
    await forget();
  }, [forget]);

  const shownUser = useCallback(
    () => (cache.get(unstable_serialize(userKey))?.data as Known | undefined)?.user?.id ?? '',
    [cache],
  );

  return {
    /** The id of the user whom the page shows at this moment; empty if nobody is signed in. */
    shownUser,
    /** After a sign-in: reads the user; everything the last user saw is deleted. */
    signedIn,
    /** The session is over: forgets everything that was read or typed. */
    forget,
    /** Ends the session on the server, then forgets it here. @throws {ApiFailure} if the server did not end it. */
    signOut,
  };
}
