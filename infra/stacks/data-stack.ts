import { Duration, RemovalPolicy, SecretValue, Stack, TimeZone, type StackProps } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import {
  AttributeType,
  Billing,
  ProjectionType,
  TableEncryptionV2,
  TableV2,
  type GlobalSecondaryIndexPropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Bucket, BucketEncryption } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { devicesIndex, documentsIndex } from '#shared/environment';
import { taskQueue } from '#shared/constants';
import { closedBucket } from '../constructs/closed-bucket';
import { exportsName, physicalName, removalPolicyOf, vaultName } from '../stage/names';
import type { StageSettings } from '../stage/stages';

/** Name of the secret from which CloudFront's configuration reads the value of its header during the deployment. */
export const originSecretName = (stage: StageSettings): string => physicalName(stage.name, 'origin');
export const originSecretField = 'originKey';

const indexOf = (index: typeof devicesIndex | typeof documentsIndex): GlobalSecondaryIndexPropsV2 => ({
  indexName: index.name,
  partitionKey: { name: index.partitionKey, type: AttributeType.STRING },
  sortKey: { name: index.sortKey, type: AttributeType.STRING },
  ...('attributes' in index && { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...index.attributes] }),
});

/** How long the copies of a night are kept; point-in-time recovery has each second of 35 days. */
const keptCopies = Duration.days(14);

/** The resources that must not be lost: tables, secrets, and the topic that reaches staff. */
export class DataStack extends Stack {
  readonly usersTable: TableV2;
  readonly devicesTable: TableV2;
  readonly auditTable: TableV2;
  /** Invoices and credit notes, as Stripe has them. */
  readonly documentsTable: TableV2;
  readonly staffTopic: Topic;
  /** Starts the worker; what it holds stands in the users table too (functions/platform/tasks.ts). */
  readonly tasks: Queue;
  readonly deadTasks: Queue;
  readonly stripeSecret: Secret;
  readonly recordsSecret: Secret;
  /** The secret end of the address of Kintone's webhooks. */
  readonly webhookSecret: Secret;
  /** The key that CloudFront sends to the API, so that only CloudFront reaches it. */
  readonly originSecret: Secret;
  readonly key: Key | undefined;

  constructor(scope: Construct, id: string, props: StackProps & { stage: StageSettings }) {
    super(scope, id, props);
    const { stage } = props;
    const keep = stage.data === 'retain';
    const removalPolicy = removalPolicyOf(stage);
    this.key = this.#makeKey(stage);
    const table = (name: string, globalSecondaryIndexes: GlobalSecondaryIndexPropsV2[] = []): TableV2 =>
      new TableV2(this, name, {
        tableName: physicalName(stage.name, name.toLowerCase()),
        partitionKey: { name: 'pk', type: AttributeType.STRING },
        sortKey: { name: 'sk', type: AttributeType.STRING },
        globalSecondaryIndexes,
        timeToLiveAttribute: 'expiresAt',
        billing: Billing.onDemand(),
        encryption: this.key ? TableEncryptionV2.customerManagedKey(this.key) : TableEncryptionV2.dynamoOwnedKey(),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: keep },
        deletionProtection: keep,
        removalPolicy,
      });
    this.usersTable = table('Users');
    this.devicesTable = table('Devices', [indexOf(devicesIndex)]);
    this.auditTable = table('Audit');
    this.documentsTable = table('Documents', [indexOf(documentsIndex)]);
    if (keep) this.#copyTables(stage);
    this.#makeExports(stage);
    this.staffTopic = new Topic(this, 'Staff', {
      topicName: physicalName(stage.name, 'staff'),
      enforceSSL: true,
      ...(this.key && { masterKey: this.key }),
    });
    if (stage.staffAddress !== undefined) this.staffTopic.addSubscription(new EmailSubscription(stage.staffAddress));
    ({ tasks: this.tasks, deadTasks: this.deadTasks } = this.#makeQueues(stage));
    ({
      stripe: this.stripeSecret,
      records: this.recordsSecret,
      webhook: this.webhookSecret,
      origin: this.originSecret,
    } = this.#makeSecrets(stage));
    this.#exportAll();
  }

  /**
   * Exports whatever another stack may read, from the first deployment on. CloudFormation takes away no export that is
   * read, so an older version, which reads less, could not be deployed over a newer one (decisions/stages).
   */
  #exportAll(): void {
    const tables = [this.usersTable, this.devicesTable, this.auditTable, this.documentsTable];
    const secrets = [this.stripeSecret, this.recordsSecret, this.webhookSecret, this.originSecret];
    for (const value of [
      ...tables.flatMap(({ tableName, tableArn }) => [tableName, tableArn]),
      ...secrets.map(({ secretArn }) => secretArn),
      ...[this.tasks, this.deadTasks].flatMap(({ queueName, queueUrl, queueArn }) => [queueName, queueUrl, queueArn]),
      this.staffTopic.topicArn,
      ...(this.key ? [this.key.keyArn] : []),
    ])
      this.exportValue(value);
  }

  /**
   * A copy of all tables each night, in a vault that nobody can empty before its time, not even the account's owner:
   * the lock is final three days after it was made (AWS Backup developer guide, "AWS Backup Vault Lock"). The bucket
   * holds only what can be made again.
   */
  #copyTables(stage: StageSettings): void {
    const vault = new BackupVault(this, stage.ownKey ? 'Copies' : 'CopiesUnkeyed', {
      backupVaultName: vaultName(stage),
      lockConfiguration: {
        minRetention: keptCopies,
        maxRetention: Duration.days(35),
        changeableFor: Duration.days(3),
      },
      removalPolicy: removalPolicyOf(stage),
      ...this.#encryption,
    });
    const plan = new BackupPlan(this, 'Nightly', {
      backupPlanName: physicalName(stage.name, 'nightly'),
      backupVault: vault,
    });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'nightly',
        scheduleExpression: Schedule.cron({ hour: '2', minute: '0' }),
        scheduleExpressionTimezone: TimeZone.ASIA_TOKYO,
        deleteAfter: keptCopies,
        ...(stage.backupCopy !== undefined && {
          copyActions: [
            {
              destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Elsewhere', stage.backupCopy),
              deleteAfter: keptCopies,
            },
          ],
        }),
      }),
    );
    const role = new Role(this, 'Copying', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup')],
    });
    plan.addSelection('Tables', {
      role,
      resources: [this.usersTable, this.devicesTable, this.auditTable, this.documentsTable].map(({ tableArn }) =>
        BackupResource.fromArn(tableArn),
      ),
    });
  }

  #makeKey(stage: StageSettings): Key | undefined {
    if (!stage.ownKey) return undefined;
    const key = new Key(this, 'Key', {
      alias: `alias/${physicalName(stage.name, 'data')}`,
      description: `Data of the stage ${stage.name}`,
      enableKeyRotation: true,
      removalPolicy: removalPolicyOf(stage),
    });
    // Alarms and events are published only if the key's policy allows it (SNS developer guide, "Key management").
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: ['cloudwatch', 'events'].map((service) => new ServicePrincipal(`${service}.amazonaws.com`)),
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    return key;
  }

  get #encryption() {
    return this.key && { encryptionKey: this.key };
  }

  #makeExports(stage: StageSettings): void {
    // Copies that owners download; they can be made again at any time.
    new Bucket(this, 'DocumentExports', {
      ...closedBucket(stage),
      ...(this.key && { encryption: BucketEncryption.KMS, encryptionKey: this.key, bucketKeyEnabled: true }),
      bucketName: exportsName(stage, this.account),
      lifecycleRules: [{ expiration: Duration.days(7) }],
    });
  }

  #makeQueues(stage: StageSettings): { tasks: Queue; deadTasks: Queue } {
    const closed = {
      fifo: true,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(taskQueue.keptDays),
      removalPolicy: RemovalPolicy.DESTROY,
    };
    const deadTasks = new Queue(this, 'DeadTasks', {
      ...closed,
      queueName: `${physicalName(stage.name, 'tasks-dead')}.fifo`,
    });
    const tasks = new Queue(this, 'Tasks', {
      ...closed,
      queueName: `${physicalName(stage.name, 'tasks')}.fifo`,
      // Groups share no limit of 300 messages a second (SQS developer guide, "High throughput for FIFO queues").
      deduplicationScope: DeduplicationScope.MESSAGE_GROUP,
      fifoThroughputLimit: FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      visibilityTimeout: Duration.seconds(taskQueue.visibleAgainAfter),
      deadLetterQueue: { queue: deadTasks, maxReceiveCount: taskQueue.mostTries },
    });
    return { tasks, deadTasks };
  }

  #makeSecrets(stage: StageSettings): Record<'stripe' | 'records' | 'webhook' | 'origin', Secret> {
    const nameOf = (id: string): string => physicalName(stage.name, id.toLowerCase());
    const byHand = (id: string, what: string, ...keys: string[]) =>
      new Secret(this, id, {
        secretName: nameOf(id),
        description: `${what} Put the values in after the first deployment.`,
        secretObjectValue: Object.fromEntries(keys.map((key) => [key, SecretValue.unsafePlainText('')])),
        removalPolicy: removalPolicyOf(stage),
        ...this.#encryption,
      });
    const generated = (id: string, what: string, generateStringKey: string) =>
      new Secret(this, id, {
        secretName: nameOf(id),
        description: `${what} Generated; docs/runbook.md tells how to renew it.`,
        generateSecretString: {
          secretStringTemplate: '{}',
          generateStringKey,
          passwordLength: 48,
          excludePunctuation: true,
        },
        removalPolicy: RemovalPolicy.DESTROY,
        ...this.#encryption,
      });
    const keys = 'Stripe keys of this stage: secretKey (sk_…) and webhookSecret (whsec_…).';
    return {
      stripe: byHand('Stripe', keys, 'secretKey', 'webhookSecret'),
      records: byHand('Records', "API tokens of the record system's apps, joined by commas: apiToken.", 'apiToken'),
      origin: generated('Origin', 'The header by which the API knows its CloudFront distribution.', originSecretField),
      webhook: generated('Webhook', "The secret end of the address of Kintone's webhooks.", 'webhookPath'),
    };
  }
}
