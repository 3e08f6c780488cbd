import { RemovalPolicy, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, Billing, TableV2, type GlobalSecondaryIndexPropsV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { devicesIndex } from '../../shared/environment';
import { physicalName } from '../names';
import type { StageSettings } from '../stages';

/** What may not be lost: tables, secrets, and the topic that reaches staff. */
export class DataStack extends Stack {
  readonly usersTable: TableV2;
  readonly devicesTable: TableV2;
  readonly auditTable: TableV2;
  readonly staffTopic: Topic;
  readonly stripeSecret: Secret;
  readonly recordsSecret: Secret;
  readonly masterPasswordSecret: Secret;

  constructor(scope: Construct, id: string, props: StackProps & { stage: StageSettings }) {
    super(scope, id, props);
    const { stage } = props;
    const keep = stage.data === 'retain';
    const table = (name: string, globalSecondaryIndexes: GlobalSecondaryIndexPropsV2[] = []): TableV2 =>
      new TableV2(this, name, {
        tableName: physicalName(stage.name, name.toLowerCase()),
        partitionKey: { name: 'pk', type: AttributeType.STRING },
        sortKey: { name: 'sk', type: AttributeType.STRING },
        globalSecondaryIndexes,
        timeToLiveAttribute: 'expiresAt',
        billing: Billing.onDemand(),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: keep },
        deletionProtection: keep,
        removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      });
    this.usersTable = table('Users');
    this.devicesTable = table('Devices', [
      {
        indexName: devicesIndex.name,
        partitionKey: { name: devicesIndex.partitionKey, type: AttributeType.STRING },
        sortKey: { name: devicesIndex.sortKey, type: AttributeType.STRING },
      },
    ]);
    this.auditTable = table('Audit');
    this.staffTopic = new Topic(this, 'Staff', { topicName: physicalName(stage.name, 'staff'), enforceSSL: true });
    this.stripeSecret = new Secret(this, 'Stripe', {
      secretName: physicalName(stage.name, 'stripe'),
      description: 'Stripe keys of this stage: secretKey (sk_…) and webhookSecret (whsec_…). Put the values in after the first deployment.',
      secretObjectValue: { secretKey: SecretValue.unsafePlainText(''), webhookSecret: SecretValue.unsafePlainText('') },
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.recordsSecret = new Secret(this, 'Records', {
      secretName: physicalName(stage.name, 'records'),
      description: "API tokens of the record system's apps, joined by commas: apiToken. Put the value in after the first deployment.",
      secretObjectValue: { apiToken: SecretValue.unsafePlainText('') },
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    // The first one is made here; the job rotate-master-password puts a new one in force on its schedule.
    this.masterPasswordSecret = new Secret(this, 'MasterPassword', {
      secretName: physicalName(stage.name, 'master-password'),
      description: 'The password that signs an administrator in as any user. Generated and rotated; administrators read it in the portal.',
      generateSecretString: { secretStringTemplate: '{}', generateStringKey: 'masterPassword', passwordLength: 28, excludePunctuation: true },
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
