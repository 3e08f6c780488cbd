import { CrossStackReferences, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';

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

/**
 * CloudFront's log of requests, delivered to the stage's bucket of logs; in us-east-1, because CloudFront's deliveries
 * are made there (CloudFront developer guide, "Configure standard logging (v2)").
 */
export class AccessLogStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { stage: StageSettings; distribution: IDistribution; logsArn: string },
  ) {
    super(scope, id, props);
    // An export does not reach another region.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    const name = physicalName(props.stage.name, 'access');
    const source = new CfnDeliverySource(this, 'Source', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: props.distribution.distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'Destination', {
      name,
      destinationResourceArn: props.logsArn,
      outputFormat: 'json',
    });
    const delivery = new CfnDelivery(this, 'Delivery', {
      deliverySourceName: name,
      deliveryDestinationArn: destination.attrArn,
      recordFields,
    });
    delivery.addResourceDependency(source);
  }
}
