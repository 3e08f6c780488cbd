import { CrossStackReferences, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import { CfnSubscription } from 'aws-cdk-lib/aws-pricingplanmanager';
import { CfnHealthCheck } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { Bells } from '../constructs/bells';
import { SignInCanary } from '../constructs/sign-in-canary';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import { outsideAlarms, watchedPaths } from './outside-alarms';
import type { WebStack } from './web-stack';

interface Outside {
  stage: StageSettings;
  web: Pick<WebStack, 'distribution' | 'logsArn'>;
  /** Of the firewall, if the stage has one. */
  webAclArn: string | undefined;
}

/**
 * The fields of CloudFront's log. The path is left out because that of Kintone's webhooks ends in a secret, query and
 * referrer because the links of mails carry tokens there; cookies too. The gateway's log has the route.
 */
const recordFields = [
  'date',
  'time',
  'c-ip',
  'cs-method',
  'sc-status',
  'sc-bytes',
  'time-taken',
  'cs(User-Agent)',
  'x-edge-location',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
  'x-edge-request-id',
  'ssl-protocol',
];

const hostOf = ({ stage, web: { distribution } }: Outside): string =>
  stage.certificateArn ? new URL(stage.portalOrigin).hostname : distribution.distributionDomainName;

/**
 * What looks at the portal from outside, and CloudFront's log of requests, delivered to the stage's bucket of logs. In
 * us-east-1, because CloudFront's deliveries are made there, and its metrics are there with those of health checks
 * (CloudFront developer guide, "Configure standard logging (v2)"; Route 53's, "Monitoring health checks").
 */
export class OutsideStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & Outside) {
    super(scope, id, props);
    const { stage, webAclArn } = props;
    const { distribution } = props.web;
    // An export does not reach another region.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    this.#deliverLog(props);
    const healthChecks = { page: this.#healthCheck(props, 'page'), api: this.#healthCheck(props, 'api') };
    if (stage.canary)
      new SignInCanary(this, { stage, portal: `https://${hostOf(props)}`, minutes: stage.canary.everyMinutes });
    const bells = new Bells(this, stage);
    for (const one of outsideAlarms(stage, { DistributionId: distribution.distributionId, healthChecks }))
      bells.ring(one);
    if (stage.plan && webAclArn !== undefined)
      new CfnSubscription(this, 'Plan', {
        planFamily: 'CloudFront',
        planTier: stage.plan,
        resourceArns: [distribution.distributionArn, webAclArn],
      });
  }

  #deliverLog({ stage, web: { distribution, logsArn } }: Outside): void {
    const name = physicalName(stage.name, 'access');
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: logsArn,
      outputFormat: 'json',
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: name,
      deliveryDestinationArn: destination.attrArn,
      recordFields,
    });
    delivery.addResourceDependency(source);
  }

  /** Asks every 30 seconds from three places; three failures in a row are one (Route 53, HealthCheckConfig). */
  #healthCheck(outside: Outside, name: keyof typeof watchedPaths): string {
    const { path, has } = watchedPaths[name];
    const check = new CfnHealthCheck(this, `Health-${name}`, {
      healthCheckConfig: {
        type: has === undefined ? 'HTTPS' : 'HTTPS_STR_MATCH',
        fullyQualifiedDomainName: hostOf(outside),
        port: 443,
        enableSni: true,
        resourcePath: path,
        ...(has !== undefined && { searchString: has }),
        requestInterval: 30,
        failureThreshold: 3,
        regions: ['ap-northeast-1', 'ap-southeast-1', 'us-west-1'],
      },
      healthCheckTags: [{ key: 'Name', value: physicalName(outside.stage.name, name) }],
    });
    return check.attrHealthCheckId;
  }
}
