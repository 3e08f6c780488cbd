import type { DescribeUserPoolRequest, DescribeUserPoolResponse } from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { describePool } from '../services/describe';
import { poolById } from '../services/find';

/** A pool's settings. */
export const describeUserPool = operation<DescribeUserPoolRequest, DescribeUserPoolResponse>('DescribeUserPool')({
  requires: ['UserPoolId'],
  run: async (cognito, input) => ({ UserPool: describePool(cognito, poolById(cognito, input.UserPoolId)) }),
});
