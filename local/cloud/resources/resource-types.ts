import type { ResourceType } from '../deployed/resource-type';
import { bucket } from './bucket';
import { cloudFrontFunction, distribution, responseHeadersPolicy } from './cloudfront';
import { dynamoDbTable } from './dynamodb-table';
import { httpApi, httpAuthorizer, httpIntegration, httpRoute, httpStage } from './http-api';
import { iamPolicy, iamRole } from './iam-role';
import { lambdaAlias, lambdaFunction, lambdaPermission } from './lambda-function';
import { eventSourceMapping, queue } from './queue';
import { schedulerSchedule } from './schedules';
import { secret } from './secret';
import { subscription, topic } from './sns';
import { userPool, userPoolClient, userPoolGroup } from './cognito';

/** Every resource type that exists in the local cloud. */
export const resourceTypes: readonly ResourceType[] = [
  bucket,
  cloudFrontFunction,
  dynamoDbTable,
  eventSourceMapping,
  distribution,
  httpApi,
  httpAuthorizer,
  httpIntegration,
  httpRoute,
  httpStage,
  iamPolicy,
  iamRole,
  lambdaAlias,
  lambdaFunction,
  lambdaPermission,
  queue,
  responseHeadersPolicy,
  schedulerSchedule,
  secret,
  subscription,
  topic,
  userPool,
  userPoolClient,
  userPoolGroup,
];
