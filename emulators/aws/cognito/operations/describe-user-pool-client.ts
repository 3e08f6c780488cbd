import type {
  DescribeUserPoolClientRequest,
  DescribeUserPoolClientResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { describeClient } from '../services/describe';
import { clientById, poolById } from '../services/find';

/** An app client's settings. */
export const describeUserPoolClient = operation<DescribeUserPoolClientRequest, DescribeUserPoolClientResponse>(
  'DescribeUserPoolClient',
)({
  requires: ['UserPoolId', 'ClientId'],
  run: async (cognito, input) => ({
    UserPoolClient: describeClient(clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId)).client),
  }),
});
