import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { oneAfterAnother } from './one-after-another';
import type { AlarmDeclaration, Severity } from '../stacks/metrics';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';

/** The document with the instructions for each alarm. */
export const runbook = 'docs/runbook.md';

/** The two topics of a region's alarms, one for each severity; an alarm reaches only topics of its own region. */
export class Bells extends Construct {
  readonly topics: Readonly<Record<Severity, Topic>>;
  readonly #stage: StageSettings;
  readonly #alarms: Alarm[] = [];

  constructor(scope: Construct, stage: StageSettings, key?: IKey) {
    super(scope, 'Bells');
    this.#stage = stage;
    this.topics = { page: this.#topic('page', key), ticket: this.#topic('ticket', key) };
  }

  #topic(severity: Severity, key: IKey | undefined): Topic {
    const topic = new Topic(this, severity, {
      topicName: physicalName(this.#stage.name, `alarms-${severity}`),
      enforceSSL: true,
      ...(key && { masterKey: key }),
    });
    // A topic with a policy of its own has lost SNS's default one, which lets CloudWatch publish (SNS developer guide,
    // "Example cases for Amazon SNS access control"; CloudWatch user guide, "Notifying users on alarm changes").
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: ['cloudwatch', 'events'].map((service) => new ServicePrincipal(`${service}.amazonaws.com`)),
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    const { alarms } = this.#stage;
    if (alarms) topic.addSubscription(new EmailSubscription(alarms[severity]));
    return topic;
  }

  /** Makes the alarm; who is paged also hears when it is over. */
  ring({ name, severity, impact, first, section, metric, threshold, periods = 1, must }: AlarmDeclaration): void {
    const alarm = new Alarm(this, name, {
      alarmName: physicalName(this.#stage.name, name),
      alarmDescription: `What customers lose: ${impact}. First: ${first}. Then: ${runbook}#${section}`,
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: must
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: must ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    this.#alarms.push(alarm);
    oneAfterAnother(this.#alarms.slice(-4), 3);
    alarm.addAlarmAction(new SnsAction(this.topics[severity]));
    if (severity === 'page') alarm.addOkAction(new SnsAction(this.topics.page));
  }
}
