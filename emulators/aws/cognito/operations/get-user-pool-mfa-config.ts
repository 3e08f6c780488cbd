import type {
  GetUserPoolMfaConfigRequest,
  GetUserPoolMfaConfigResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { describePoolMfa } from '../services/describe';
import { poolById } from '../services/find';

/** Which second steps the pool offers. */
export const getUserPoolMfaConfig = operation<GetUserPoolMfaConfigRequest, GetUserPoolMfaConfigResponse>(
  'GetUserPoolMfaConfig',
)({
  requires: ['UserPoolId'],
  run: async (cognito, input) => describePoolMfa(poolById(cognito, input.UserPoolId)),
});
