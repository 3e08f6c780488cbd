import type { UserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Topic } from 'aws-cdk-lib/aws-sns';
import type { PortalFunction } from './constructs/portal-function';
import type { StageSettings } from './stages';

/** What functions can be granted. */
export interface Resources {
  stage: StageSettings;
  usersTable: TableV2;
  devicesTable: TableV2;
  userPool: UserPool;
  userPoolClient: UserPoolClient;
  staffTopic: Topic;
  stripeSecret: Secret;
}

/** A verb that gives a function a permission and the variables that go with it, so that neither is forgotten. */
export type Grant = (target: PortalFunction, resources: Resources) => void;

type ItemOperation = 'GetItem' | 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'Query' | 'Scan' | 'BatchGetItem' | 'BatchWriteItem' | 'ConditionCheckItem';

/** Operations on items of the users table. A transaction needs the operations it is made of (DynamoDB developer guide, "transactions and IAM"). */
export const usersTable =
  (...operations: ItemOperation[]): Grant =>
  (target, { usersTable: table }) => {
    target.setEnvironment({ USERS_TABLE: table.tableName });
    target.allow(operations.map((operation) => `dynamodb:${operation}`), [table.tableArn]);
  };

/**
 * Operations of the user pool. Those that a user's own token or nothing at all authorizes (SignUp, ConfirmSignUp,
 * ForgotPassword…) take no IAM permission: they need the variables alone, given by naming no operation.
 */
export const cognito =
  (...operations: `${'Admin' | 'List'}${string}`[]): Grant =>
  (target, { userPool, userPoolClient }) => {
    target.setEnvironment({ USER_POOL_ID: userPool.userPoolId, USER_POOL_CLIENT_ID: userPoolClient.userPoolClientId });
    if (operations.length > 0) target.allow(operations.map((operation) => `cognito-idp:${operation}`), [userPool.userPoolArn]);
  };

/** Stripe's keys, and its address where the stage names another than Stripe's own. */
export const stripe = (): Grant => (target, { stage, stripeSecret }) => {
  target.setEnvironment({ STRIPE_SECRET_ARN: stripeSecret.secretArn, STRIPE_API_BASE: stage.stripe.apiBase });
  target.allow(['secretsmanager:GetSecretValue'], [stripeSecret.secretArn]);
};

/** The public settings that the browser asks for. */
export const publicSettings = (): Grant => (target, { stage }) => {
  target.setEnvironment({ STRIPE_PUBLISHABLE_KEY: stage.stripe.publishableKey, STRIPE_JS_URL: stage.stripe.jsUrl, POSTAL_LOOKUP_URL: stage.postalLookupUrl });
};

