import { readFileSync } from 'node:fs';
import { Stack } from 'aws-cdk-lib';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { devicesIndex, documentsIndex } from '#shared/environment';
import type { PortalFunction } from '../constructs/portal-function';
import { exportsName, mailDomain } from '../stage/names';
import type { AuthStack } from '../stacks/auth-stack';
import type { DataStack } from '../stacks/data-stack';
import type { StageSettings } from '../stage/stages';

/** The resources that permissions of a stage's functions refer to. */
export interface Resources {
  stage: StageSettings;
  data: DataStack;
  auth: AuthStack;
}

/** Gives a function a permission and its variables. `Needs`: the resources it reads, which exist by then. */
export type Permission<Needs extends keyof Resources = keyof Resources> = (
  target: PortalFunction,
  resources: Pick<Resources, Needs>,
) => void;

/** The declaration of a function, independent of its trigger. */
export interface FunctionDeclaration<Needs extends keyof Resources = keyof Resources> {
  /** The customer's loss if it fails; in the function's description and in its alarm, if it has one. */
  errorImpact: string;
  /** All permissions. The local cloud enforces them too, so a missing permission fails in the tests. */
  permissions: readonly Permission<Needs>[];
  /** Seconds. @default `callTimeout`, about half of the gateway's limit */
  timeout?: number;
  /** How many may run at the same time, if the stage reserves concurrency. @default no limit */
  concurrency?: number;
}

/** Who uses data also uses the stage's key (DynamoDB, Secrets Manager and SNS guides, "Permissions"). */
function allowKey(
  target: PortalFunction,
  { data: { key } }: Resources,
  ...actions: ('Decrypt' | 'Encrypt' | 'GenerateDataKey')[]
): void {
  if (key) target.allow('kms', actions, [key.keyArn]);
}

type ItemOperation =
  | 'GetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'Query'
  | 'Scan'
  | 'BatchGetItem'
  | 'ConditionCheckItem'
  | 'PartiQLSelect';

/** Operations on items of a table, whose name is in a variable, or of its index. */
const itemsOf =
  (
    table: 'usersTable' | 'devicesTable' | 'documentsTable' | 'auditTable',
    variable: `${'USERS' | 'DEVICES' | 'DOCUMENTS' | 'AUDIT'}_TABLE`,
    index?: { name: string },
    conditions?: Parameters<PortalFunction['allow']>[3],
  ) =>
  (...operations: ItemOperation[]): Permission =>
  (target, resources) => {
    const { tableName, tableArn } = resources.data[table];
    target.setEnvironment({ [variable]: tableName });
    target.allow('dynamodb', operations, [index ? `${tableArn}/index/${index.name}` : tableArn], conditions);
    allowKey(target, resources, 'Decrypt', 'Encrypt', 'GenerateDataKey');
  };

/**
 * Operations on items of the users table. A transaction needs the operations it is made of (DynamoDB developer guide,
 * "transactions and IAM").
 */
export const usersTable = itemsOf('usersTable', 'USERS_TABLE');

export const devicesTable = itemsOf('devicesTable', 'DEVICES_TABLE');

/**
 * The devices of subscriptions and shops with their locks, by partitions named: without any, all would be read ("IAM
 * security policies with PartiQL").
 */
export const devicesInIndex = itemsOf('devicesTable', 'DEVICES_TABLE', devicesIndex, {
  BoolIfExists: { 'dynamodb:FullTableScan': 'false' },
})('PartiQLSelect');

export const documentsTable = itemsOf('documentsTable', 'DOCUMENTS_TABLE');

/** The documents of a shop by day. */
export const documentsInIndex = itemsOf('documentsTable', 'DOCUMENTS_TABLE', documentsIndex)('Query');

/** Adding to the audit record. No function may read, change or delete existing records. */
export const auditRecord = itemsOf('auditTable', 'AUDIT_TABLE')('PutItem');

/** Enqueues tasks: keeps them in the users table, and sends their ids to the queue. */
export const tasks: Permission = (target, resources) => {
  usersTable('PutItem')(target, resources);
  target.setEnvironment({ TASKS_QUEUE_URL: resources.data.tasks.queueUrl });
  target.allow('sqs', ['SendMessage'], [resources.data.tasks.queueArn]);
};

/** What the event source mapping takes from the queue with the function's role, and a later time to try again. */
export const takesTasks: Permission = (target, resources) =>
  target.allow(
    'sqs',
    ['ReceiveMessage', 'DeleteMessage', 'GetQueueAttributes', 'ChangeMessageVisibility'],
    [resources.data.tasks.queueArn],
  );

/** Reads a secret, whose ARN is in a variable. */
const secret =
  (
    secretOf: (resources: Resources) => Secret,
    variable: `${'STRIPE' | 'KINTONE' | 'WEBHOOK' | 'ORIGIN' | 'CLIENT'}_SECRET_ARN`,
  ): Permission =>
  (target, resources) => {
    const { secretArn } = secretOf(resources);
    target.setEnvironment({ [variable]: secretArn });
    target.allow('secretsmanager', ['GetSecretValue'], [secretArn]);
    allowKey(target, resources, 'Decrypt');
  };

export const stripe = secret(({ data }) => data.stripeSecret, 'STRIPE_SECRET_ARN');

/** The secret end of the address of Kintone's webhooks. */
export const webhookPath = secret(({ data }) => data.webhookSecret, 'WEBHOOK_SECRET_ARN');

/** The key that CloudFront sends to the API. */
export const originKey = secret(({ data }) => data.originSecret, 'ORIGIN_SECRET_ARN');

/** The record system: its address, the numbers of its apps, and its tokens. */
export const records: Permission = (target, resources) => {
  const { baseUrl, guestSpace, apps } = resources.stage.records;
  target.setEnvironment({
    KINTONE_BASE_URL: baseUrl,
    KINTONE_GUEST_SPACE: guestSpace,
    RECORD_APPS: apps && JSON.stringify(apps),
  });
  secret(({ data }) => data.recordsSecret, 'KINTONE_SECRET_ARN')(target, resources);
};

/** Making exports, or opening them; the bucket's name is made of the account's number here and in the data stack. */
export const exported =
  (...operations: ('PutObject' | 'GetObject')[]): Permission =>
  (target, resources) => {
    const stack = Stack.of(target);
    const resource = exportsName(resources.stage, stack.account);
    target.setEnvironment({ EXPORTS_BUCKET: resource });
    const objects = stack.formatArn({ service: 's3', region: '', account: '', resource, resourceName: '*' });
    target.allow('s3', operations, [objects]);
    allowKey(target, resources, ...(operations.includes('PutObject') ? (['GenerateDataKey'] as const) : []), 'Decrypt');
  };

/** Which addresses SES sends nothing to; the list is the account's (Service Authorization Reference, SES v2). */
export const mailboxes: Permission = (target) => target.allow('ses', ['ListSuppressedDestinations'], ['*']);

/** Mails from this portal's own address: its domain's identity in SES, and that one's configuration set. */
export const mail: Permission = (target, { stage, data }) => {
  const from = stage.mailFrom ?? `no-reply@${new URL(stage.portalOrigin).hostname}`;
  target.setEnvironment({ MAIL_FROM: from });
  const arn = (resource: string, resourceName: string): string =>
    data.formatArn({ service: 'ses', resource, resourceName });
  const set = stage.mailConfigurationSet;
  target.allow(
    'ses',
    ['SendEmail'],
    [arn('identity', mailDomain(from)), ...(set === undefined ? [] : [arn('configuration-set', set)])],
  );
};

export const staffTopic: Permission = (target, resources) => {
  const { topicArn } = resources.data.staffTopic;
  target.setEnvironment({ STAFF_TOPIC_ARN: topicArn });
  target.allow('sns', ['Publish'], [topicArn]);
  allowKey(target, resources, 'Decrypt', 'GenerateDataKey');
};

/** Operations of the user pool on its users, and the profile, which has their names in it (decisions/accounts). */
export const cognito =
  (...operations: `${'Admin' | 'List'}${string}`[]): Permission =>
  (target, resources) => {
    const { userPool, userPoolClient } = resources.auth;
    target.setEnvironment({
      USER_POOL_ID: userPool.userPoolId,
      USER_POOL_CLIENT_ID: userPoolClient.userPoolClientId,
    });
    if (operations.length > 0) target.allow('cognito-idp', operations, [userPool.userPoolArn]);
    if (operations.some((operation) => /^Admin(?!InitiateAuth|RespondToAuthChallenge)/.test(operation)))
      usersTable('GetItem')(target, resources);
  };

/**
 * Operations by the app client, which proves itself by its secret (decisions/sessions). Operations that need only a
 * user's own token, or no authorization at all (SignUp, ConfirmSignUp, ForgotPassword…), take no IAM
 * permission, so none is named for them.
 */
export const cognitoClient =
  (...operations: Parameters<typeof cognito>): Permission =>
  (target, resources) => {
    cognito(...operations)(target, resources);
    secret(({ auth }) => auth.clientSecret, 'CLIENT_SECRET_ARN')(target, resources);
  };

// Variables that functions read from the settings of their stage. None of them is a permission.

export const registrationNumber: Permission<'stage'> = (target, { stage }) =>
  target.setEnvironment({ REGISTRATION_NUMBER: stage.issuer?.registrationNumber });

/** Enqueues that a user's shops are taken over, if the stage wants it. */
export const takesOverShops: Permission = (target, resources) => {
  tasks(target, resources);
  target.setEnvironment({ TAKES_OVER_SHOPS: resources.stage.takesOverShops ? undefined : 'no' });
};

/** The version in package.json, which the administrator's page shows. */
export const version: Permission<never> = (target) => {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  target.setEnvironment({ VERSION: (JSON.parse(manifest) as { version: string }).version });
};

/** The address of the portal, for links in mails and for the check of a request's origin. */
export const portalOrigin: Permission<'stage'> = (target, { stage }) =>
  target.setEnvironment({ PORTAL_ORIGIN: stage.portalOrigin });

export const limits: Permission<'stage'> = (target, { stage }) =>
  target.setEnvironment({ LIMITS: stage.limits && JSON.stringify(stage.limits) });

/** Where customers reach the staff. */
export const contact: Permission<'stage'> = (target, { stage }) =>
  target.setEnvironment({ CONTACT: JSON.stringify(stage.contact) });

/** Looks up addresses by postal code, for every stage; the browser asks it. */
export const postalLookupUrl = 'https://zipcloud.ibsnet.co.jp/api/search';

export const publicSettings: Permission<'stage'> = (target, { stage }) =>
  target.setEnvironment({ STRIPE_PUBLISHABLE_KEY: stage.stripe.publishableKey, POSTAL_LOOKUP_URL: postalLookupUrl });
