import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';

type Rule = CfnWebACL.RuleProperty;

const visible = (metricName: string): Rule['visibilityConfig'] => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});

const managed = (priority: number, name: string, countOnly: readonly string[] = []): Rule => ({
  name,
  priority,
  overrideAction: { none: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: countOnly.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
    },
  },
  visibilityConfig: visible(name),
});

/** The firewall in front of CloudFront; in us-east-1, because CloudFront looks for it there. */
export class EdgeStack extends Stack {
  readonly webAclArn: string;

  constructor(
    scope: Construct,
    id: string,
    props: StackProps & { stage: StageSettings; waf: NonNullable<StageSettings['waf']> },
  ) {
    super(scope, id, props);
    const { stage, waf } = props;
    const acl = new CfnWebACL(this, 'Firewall', {
      name: physicalName(stage.name, 'firewall'),
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible(physicalName(stage.name, 'firewall')),
      rules: [
        {
          name: 'TooManyRequests',
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          // Stripe sends many events from few addresses, and each one's signature is checked.
          statement: {
            rateBasedStatement: {
              aggregateKeyType: 'IP',
              evaluationWindowSec: 300,
              limit: waf.requestsIn5Minutes,
              scopeDownStatement: {
                notStatement: {
                  statement: {
                    byteMatchStatement: {
                      fieldToMatch: { uriPath: {} },
                      positionalConstraint: 'EXACTLY',
                      searchString: '/api/webhooks/stripe',
                      textTransformations: [{ priority: 0, type: 'NONE' }],
                    },
                  },
                },
              },
            },
          },
          visibilityConfig: visible('TooManyRequests'),
        },
        // A webhook's body may exceed the rule's limit of 8 kB; the functions limit bodies themselves.
        managed(1, 'AWSManagedRulesCommonRuleSet', ['SizeRestrictions_BODY']),
        managed(2, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ],
    });
    this.webAclArn = acl.attrArn;
  }
}
