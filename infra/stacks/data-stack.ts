import { RemovalPolicy, SecretValue, Stack, type StackProps } from 'aws-cdk-lib';
import { AttributeType, Billing, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { physicalName } from '../names';
import type { StageSettings } from '../stages';

/** What may not be lost: tables, secrets, and the topic that reaches staff. */
export class DataStack extends Stack {
  readonly usersTable: TableV2;
  readonly devicesTable: TableV2;
  readonly staffTopic: Topic;
  readonly stripeSecret: Secret;

  constructor(scope: Construct, id: string, props: StackProps & { stage: StageSettings }) {
    super(scope, id, props);
    const { stage } = props;
    const keep = stage.data === 'retain';
    const table = (name: string): TableV2 =>
      new TableV2(this, name, {
        tableName: physicalName(stage.name, name.toLowerCase()),
        partitionKey: { name: 'pk', type: AttributeType.STRING },
        sortKey: { name: 'sk', type: AttributeType.STRING },
        timeToLiveAttribute: 'expiresAt',
        billing: Billing.onDemand(),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: keep },
        deletionProtection: keep,
        removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      });
    this.usersTable = table('Users');
    this.devicesTable = table('Devices');
    this.staffTopic = new Topic(this, 'Staff', { topicName: physicalName(stage.name, 'staff'), enforceSSL: true });
    this.stripeSecret = new Secret(this, 'Stripe', {
      secretName: physicalName(stage.name, 'stripe'),
      description: 'Stripe keys of this stage: secretKey (sk_…) and webhookSecret (whsec_…). Put the values in after the first deployment.',
      secretObjectValue: { secretKey: SecretValue.unsafePlainText(''), webhookSecret: SecretValue.unsafePlainText('') },
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }
}
