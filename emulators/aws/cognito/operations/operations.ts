import type { Operation } from '../services/operation';
import { addCustomAttributes } from './add-custom-attributes';
import { addUserPoolClientSecret } from './add-user-pool-client-secret';
import { adminAddUserToGroup } from './admin-add-user-to-group';
import { adminConfirmSignUp } from './admin-confirm-sign-up';
import { adminCreateUser } from './admin-create-user';
import { adminDeleteUser } from './admin-delete-user';
import { adminDisableUser } from './admin-disable-user';
import { adminEnableUser } from './admin-enable-user';
import { adminGetUser } from './admin-get-user';
import { adminInitiateAuth } from './admin-initiate-auth';
import { adminListGroupsForUser } from './admin-list-groups-for-user';
import { adminRemoveUserFromGroup } from './admin-remove-user-from-group';
import { adminResetUserPassword } from './admin-reset-user-password';
import { adminRespondToAuthChallenge } from './admin-respond-to-auth-challenge';
import { adminSetUserMFAPreference } from './admin-set-user-mfa-preference';
import { adminSetUserPassword } from './admin-set-user-password';
import { adminUpdateUserAttributes } from './admin-update-user-attributes';
import { adminUserGlobalSignOut } from './admin-user-global-sign-out';
import { associateSoftwareToken } from './associate-software-token';
import { changePassword } from './change-password';
import { confirmForgotPassword } from './confirm-forgot-password';
import { confirmSignUp } from './confirm-sign-up';
import { createGroup } from './create-group';
import { createUserPool } from './create-user-pool';
import { createUserPoolClient } from './create-user-pool-client';
import { deleteUserPoolClientSecret } from './delete-user-pool-client-secret';
import { deleteUserPool } from './delete-user-pool';
import { describeUserPool } from './describe-user-pool';
import { describeUserPoolClient } from './describe-user-pool-client';
import { forgotPassword } from './forgot-password';
import { getUser } from './get-user';
import { getUserAttributeVerificationCode } from './get-user-attribute-verification-code';
import { getUserPoolMfaConfig } from './get-user-pool-mfa-config';
import { initiateAuth } from './initiate-auth';
import { listUserPoolClientSecrets } from './list-user-pool-client-secrets';
import { listUserPools } from './list-user-pools';
import { listUsers } from './list-users';
import { resendConfirmationCode } from './resend-confirmation-code';
import { respondToAuthChallenge } from './respond-to-auth-challenge';
import { revokeToken } from './revoke-token';
import { setUserMFAPreference } from './set-user-mfa-preference';
import { setUserPoolMfaConfig } from './set-user-pool-mfa-config';
import { signUp } from './sign-up';
import { updateUserAttributes } from './update-user-attributes';
import { updateUserPool } from './update-user-pool';
import { updateUserPoolClient } from './update-user-pool-client';
import { verifySoftwareToken } from './verify-software-token';
import { verifyUserAttribute } from './verify-user-attribute';

/** Every operation of the emulator, by its name in `X-Amz-Target`. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  [
    addCustomAttributes,
    addUserPoolClientSecret,
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
    adminResetUserPassword,
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
    deleteUserPool,
    deleteUserPoolClientSecret,
    describeUserPool,
    describeUserPoolClient,
    forgotPassword,
    getUser,
    getUserAttributeVerificationCode,
    getUserPoolMfaConfig,
    initiateAuth,
    listUserPoolClientSecrets,
    listUserPools,
    listUsers,
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
