import type { ResourceType } from '../deployed/resource-type';
import { bucket } from './bucket';
import { cloudFrontFunction } from './cloud-front-function';
import { dynamoDbTable } from './dynamodb-table';
import { distribution } from './distribution';
import { httpApi, httpAuthorizer, httpIntegration, httpRoute, httpStage } from './http-api';
import { iamPolicy, iamRole } from './iam-role';
import { lambdaAlias, lambdaFunction, lambdaPermission } from './lambda-function';
import { eventSourceMapping, queue } from './queue';
import { responseHeadersPolicy } from './response-headers-policy';
import { eventsRule, schedulerSchedule } from './schedules';
import { secret } from './secret';
import { subscription } from './subscription';
import { topic } from './topic';
import { userPool } from './user-pool';
import { userPoolClient } from './user-pool-client';
import { userPoolGroup } from './user-pool-group';

/** Every resource type that exists in the local cloud. */
export const resourceTypes: readonly ResourceType[] = [
  bucket,
  cloudFrontFunction,
  dynamoDbTable,
  eventSourceMapping,
  eventsRule,
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
