import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type AdminGetUserCommandOutput,
  AdminListGroupsForUserCommand,
  AdminSetUserMFAPreferenceCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  UserNotFoundException,
  paginateListUsers,
  type UserType,
} from '@aws-sdk/client-cognito-identity-provider';
import type { MfaMethod } from '#shared/model/account';
import { cognito, namesOf, ofUser, ownIdName, userOf, type Names, userPoolId } from './client';
import { failureIn, type Failure } from './failure';

export interface Account extends Names {
  /** In lower case. */
  email: string;
  /** The display name. */
  username: string;
  /** E.164, if the user has one. */
  phoneNumber?: string;
  /** Confirmed and enabled, with a password of their own. */
  usable: boolean;
  mfa?: MfaMethod;
}

/** Second steps by Cognito's names. */
export const methods: Readonly<Record<string, MfaMethod>> = { SMS_MFA: 'sms', SOFTWARE_TOKEN_MFA: 'totp' };

/** The response of a request about a user; undefined if Cognito knows no such user. Any other refusal is thrown. */
async function ifThere<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof UserNotFoundException) return undefined;
    throw error;
  }
}

async function accountIn(request: Promise<AdminGetUserCommandOutput>): Promise<Account | undefined> {
  const response = await ifThere(request);
  if (!response) return undefined;
  const attributes = Object.fromEntries((response.UserAttributes ?? []).map(({ Name, Value }) => [Name, Value]));
  const { email, name, phone_number: phoneNumber } = attributes;
  if (!response.Username || email === undefined)
    throw new Error('Cognito returned a user without username or e-mail address');
  const mfa = methods[response.PreferredMfaSetting ?? response.UserMFASettingList?.[0] ?? ''];
  return {
    ...namesOf(response.Username, attributes[ownIdName]),
    // Staff may have typed capitals, which Cognito may keep (re:Post, "cognito-signin-case-sensitivity").
    email: email.toLowerCase(),
    username: name ?? email,
    ...(phoneNumber !== undefined && { phoneNumber }),
    usable: response.Enabled === true && response.UserStatus === 'CONFIRMED',
    ...(mfa && { mfa }),
  };
}

export const readAccount = (userId: string): Promise<Account | undefined> =>
  accountIn(ofUser(userId, (user) => cognito.send(new AdminGetUserCommand(user))));

/** A user by e-mail address or by Cognito's name of them; undefined if there is none. */
export const findAccount = (user: string): Promise<Account | undefined> =>
  accountIn(cognito.send(new AdminGetUserCommand(userOf(user))));

/** Names of the groups of a user; a portal has a handful. A user that is gone is in none. */
export async function groupsOf(userId: string): Promise<string[]> {
  const groups = await ifThere(ofUser(userId, (user) => cognito.send(new AdminListGroupsForUserCommand(user))));
  return (groups?.Groups ?? []).flatMap(({ GroupName }) => GroupName ?? []);
}

/** `phoneNumber` in E.164; an empty one takes the number away (API_AdminUpdateUserAttributes). False: user is gone. */
export async function updateAccount(
  userId: string,
  change: { username?: string | undefined; phoneNumber?: string | undefined },
): Promise<boolean> {
  const UserAttributes = [
    ...(change.username === undefined ? [] : [{ Name: 'name', Value: change.username }]),
    ...(change.phoneNumber === undefined ? [] : [{ Name: 'phone_number', Value: change.phoneNumber }]),
  ];
  const send = (user: ReturnType<typeof userOf>) =>
    cognito.send(new AdminUpdateUserAttributesCommand({ ...user, UserAttributes }));
  return (await ifThere(ofUser(userId, send))) !== undefined;
}

const settingOf = { SMS_MFA: 'SMSMfaSettings', SOFTWARE_TOKEN_MFA: 'SoftwareTokenMfaSettings' } as const;

/**
 * Switches one second step on, and whatever else is on off; `undefined` switches all off. What is neither is not named:
 * Cognito refuses settings of SMS for a user without a number, even those that switch it off
 * (github.com/aws-amplify/amplify-js/issues/618). False if the user is gone.
 */
export async function setSecondStep(userId: string, method: MfaMethod | undefined): Promise<boolean> {
  const setting = ofUser(userId, async (user) => {
    const { UserMFASettingList: on = [] } = await cognito.send(new AdminGetUserCommand(user));
    const named = Object.entries(settingOf).filter(([step]) => on.includes(step) || methods[step] === method);
    const settings = named.map(([step, setting]) => {
      const isChosen = methods[step] === method;
      return [setting, { Enabled: isChosen, PreferredMfa: isChosen }];
    });
    if (settings.length > 0)
      await cognito.send(new AdminSetUserMFAPreferenceCommand({ ...user, ...Object.fromEntries(settings) }));
    return true;
  });
  return (await ifThere(setting)) ?? false;
}

/** For a user who proved their password recently, or their address in this very call. */
export async function setPassword(userId: string, password: string): Promise<Failure | undefined> {
  const set = { Password: password, Permanent: true };
  return failureIn(ofUser(userId, (user) => cognito.send(new AdminSetUserPasswordCommand({ ...user, ...set }))));
}

/** Idempotent: a user that is gone stays gone. */
export async function deleteAccount(userId: string): Promise<void> {
  await ifThere(ofUser(userId, (user) => cognito.send(new AdminDeleteUserCommand(user))));
}

export interface ListedUser {
  userId: string;
  email: string;
  /** Unix seconds. */
  createdAt: number;
}

/** A filter takes one attribute; Cognito writes the one in capitals, the other not (API_ListUsers). */
const filters = { Disabled: 'status = "Disabled"', UNCONFIRMED: 'cognito:user_status = "UNCONFIRMED"' } as const;

/**
 * The users who are disabled, or have not confirmed their registration, page by page (60 users a page, Cognito's
 * maximum). ListUsers is eventually consistent, so read a user again before deleting it. All attributes: if only some
 * are requested, Cognito refuses when a user lacks one of them (API_ListUsers).
 */
export async function* listUsers(which: keyof typeof filters): AsyncGenerator<ListedUser[]> {
  const request = { UserPoolId: userPoolId(), Filter: filters[which] };
  for await (const { Users = [] } of paginateListUsers({ client: cognito, pageSize: 60 }, request))
    yield Users.flatMap(listed);
}

function listed({ Username, Attributes, UserCreateDate }: UserType): ListedUser[] {
  if (Username === undefined || !UserCreateDate) return [];
  const { email = '', [ownIdName]: ownId } = Object.fromEntries(
    (Attributes ?? []).map(({ Name, Value }) => [Name, Value]),
  );
  return [{ ...namesOf(Username, ownId), email, createdAt: Math.floor(UserCreateDate.getTime() / 1000) }];
}

/** Whether a user still has not confirmed their registration; false if they are gone. */
export const isUnconfirmed = async (userId: string): Promise<boolean> =>
  (await ifThere(cognito.send(new AdminGetUserCommand(userOf(userId)))))?.UserStatus === 'UNCONFIRMED';
