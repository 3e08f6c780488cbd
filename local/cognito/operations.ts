import type { Operation } from './operation';
import { adminAddUserToGroup } from './operations/admin-add-user-to-group';
import { adminConfirmSignUp } from './operations/admin-confirm-sign-up';
import { adminCreateUser } from './operations/admin-create-user';
import { adminDeleteUser } from './operations/admin-delete-user';
import { adminDisableUser } from './operations/admin-disable-user';
import { adminEnableUser } from './operations/admin-enable-user';
import { adminGetUser } from './operations/admin-get-user';
import { adminInitiateAuth } from './operations/admin-initiate-auth';
import { adminListGroupsForUser } from './operations/admin-list-groups-for-user';
import { adminRemoveUserFromGroup } from './operations/admin-remove-user-from-group';
import { adminRespondToAuthChallenge } from './operations/admin-respond-to-auth-challenge';
import { adminSetUserMFAPreference } from './operations/admin-set-user-mfa-preference';
import { adminSetUserPassword } from './operations/admin-set-user-password';
import { adminUpdateUserAttributes } from './operations/admin-update-user-attributes';
import { adminUserGlobalSignOut } from './operations/admin-user-global-sign-out';
import { associateSoftwareToken } from './operations/associate-software-token';
import { changePassword } from './operations/change-password';
import { confirmForgotPassword } from './operations/confirm-forgot-password';
import { confirmSignUp } from './operations/confirm-sign-up';
import { createGroup } from './operations/create-group';
import { createUserPool } from './operations/create-user-pool';
import { createUserPoolClient } from './operations/create-user-pool-client';
import { deleteUser } from './operations/delete-user';
import { deleteUserPool } from './operations/delete-user-pool';
import { describeUserPool } from './operations/describe-user-pool';
import { describeUserPoolClient } from './operations/describe-user-pool-client';
import { forgotPassword } from './operations/forgot-password';
import { getGroup } from './operations/get-group';
import { getUser } from './operations/get-user';
import { getUserAttributeVerificationCode } from './operations/get-user-attribute-verification-code';
import { getUserPoolMfaConfig } from './operations/get-user-pool-mfa-config';
import { globalSignOut } from './operations/global-sign-out';
import { initiateAuth } from './operations/initiate-auth';
import { listGroups } from './operations/list-groups';
import { listUserPoolClients } from './operations/list-user-pool-clients';
import { listUserPools } from './operations/list-user-pools';
import { listUsers } from './operations/list-users';
import { listUsersInGroup } from './operations/list-users-in-group';
import { resendConfirmationCode } from './operations/resend-confirmation-code';
import { respondToAuthChallenge } from './operations/respond-to-auth-challenge';
import { revokeToken } from './operations/revoke-token';
import { setUserMFAPreference } from './operations/set-user-mfa-preference';
import { setUserPoolMfaConfig } from './operations/set-user-pool-mfa-config';
import { signUp } from './operations/sign-up';
import { updateUserAttributes } from './operations/update-user-attributes';
import { updateUserPool } from './operations/update-user-pool';
import { updateUserPoolClient } from './operations/update-user-pool-client';
import { verifySoftwareToken } from './operations/verify-software-token';
import { verifyUserAttribute } from './operations/verify-user-attribute';

/** Every operation that the emulator answers, by its name in `X-Amz-Target`. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  [
    adminAddUserToGroup,
    adminConfirmSignUp,
    adminCreateUser,
    adminDeleteUser,
    adminDisableUser,
    adminEnableUser,
    adminGetUser,
    adminInitiateAuth,
    adminListGroupsForUser,
    adminRemoveUserFromGroup,
    adminRespondToAuthChallenge,
    adminSetUserMFAPreference,
    adminSetUserPassword,
    adminUpdateUserAttributes,
    adminUserGlobalSignOut,
    associateSoftwareToken,
    changePassword,
    confirmForgotPassword,
    confirmSignUp,
    createGroup,
    createUserPool,
    createUserPoolClient,
    deleteUser,
    deleteUserPool,
    describeUserPool,
    describeUserPoolClient,
    forgotPassword,
    getGroup,
    getUser,
    getUserAttributeVerificationCode,
    getUserPoolMfaConfig,
    globalSignOut,
    initiateAuth,
    listGroups,
    listUserPoolClients,
    listUserPools,
    listUsers,
    listUsersInGroup,
    resendConfirmationCode,
    respondToAuthChallenge,
    revokeToken,
    setUserMFAPreference,
    setUserPoolMfaConfig,
    signUp,
    updateUserAttributes,
    updateUserPool,
    updateUserPoolClient,
    verifySoftwareToken,
    verifyUserAttribute,
  ].map((operation) => [operation.name, operation]),
);
