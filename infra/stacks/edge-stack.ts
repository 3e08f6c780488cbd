import { ArnFormat, Stack, type StackProps } from 'aws-cdk-lib';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { kintoneWebhook, stripeWebhook } from '#shared/contract/platform';
import { physicalName, removalPolicyOf } from '../stage/names';
import type { StageSettings } from '../stage/stages';

type Rule = CfnWebACL.RuleProperty;

const visible = (metricName: string): Rule['visibilityConfig'] => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: true,
  metricName,
});

type Statement = CfnWebACL.StatementProperty;

const not = (statement: Statement): Statement => ({ notStatement: { statement } });

/**
 * The gateway undoes one encoding of a path before it looks for the route, so the firewall does too:
 * `/api/webhooks/%73tripe` is the path of Stripe's events.
 */
const ofPath = (positionalConstraint: 'EXACTLY' | 'STARTS_WITH', searchString: string): Statement => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint,
    searchString,
    textTransformations: [
      { priority: 0, type: 'URL_DECODE' },
      { priority: 1, type: 'NORMALIZE_PATH' },
    ],
  },
});

const isWebhook = ofPath('EXACTLY', stripeWebhook.path);

const isRecordWebhook = ofPath('STARTS_WITH', kintoneWebhook.path.replace('{secret}', ''));

/** A statement on a missing header does not match (AWS WAF developer guide, "Size constraint rule statement"). */
const isSigned: Statement = {
  sizeConstraintStatement: {
    fieldToMatch: { singleHeader: { Name: 'stripe-signature' } },
    comparisonOperator: 'GT',
    size: 0,
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

const block = (name: string, priority: number, responseCode: number, statement: Statement): Rule => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode } } },
  statement,
  visibilityConfig: visible(name),
});

const requestsOfOneAddress = (limit: number, scopeDownStatement: Statement): Statement => ({
  rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: 300, limit, scopeDownStatement },
});

/**
 * AWS's rules for everything except Stripe's events and Kintone's webhooks: their text must not count as an attack.
 * Kintone's have the whole record, with rich text as HTML
 * (jp.cybozu.help/k/en/user/app_settings/set_webhook/webhook_notification.html). A signature and a secret end of the
 * path are checked instead, and nothing of Kintone's body is read (decisions/devices).
 */
const managed = (mode: 'count' | 'block', priority: number, name: string, countOnly: readonly string[] = []): Rule => ({
  name,
  priority,
  overrideAction: mode === 'block' ? { none: {} } : { count: {} },
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      scopeDownStatement: not({ orStatement: { statements: [isWebhook, isRecordWebhook] } }),
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
        block('TooManyRequests', 0, 429, requestsOfOneAddress(waf.requestsIn5Minutes, not(isWebhook))),
        // Stripe sends many events from few addresses.
        block('TooManyEvents', 1, 429, requestsOfOneAddress(10 * waf.requestsIn5Minutes, isWebhook)),
        block('UnsignedEvent', 2, 400, { andStatement: { statements: [isWebhook, not(isSigned)] } }),
        // The functions limit bodies themselves.
        managed(waf.mode, 3, 'AWSManagedRulesCommonRuleSet', ['SizeRestrictions_BODY']),
        managed(waf.mode, 4, 'AWSManagedRulesKnownBadInputsRuleSet'),
      ],
    });
    this.webAclArn = acl.attrArn;
    this.#keepLog(stage, acl.attrArn);
  }

  /**
   * What matched a rule, without path, query and cookie, which may hold secrets; the console of AWS WAF has samples of
   * three hours with their paths. The beginning of the group's name is WAF's (AWS WAF developer guide, "CloudWatch
   * Logs").
   */
  #keepLog(stage: StageSettings, resourceArn: string): void {
    const log = new LogGroup(this, 'Log', {
      logGroupName: `aws-waf-logs-${physicalName(stage.name, 'firewall')}`,
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicyOf(stage),
    });
    new CfnLoggingConfiguration(this, 'Logging', {
      resourceArn,
      logDestinationConfigs: [
        this.formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: log.logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
      redactedFields: [{ uriPath: {} }, { queryString: {} }, { singleHeader: { Name: 'cookie' } }],
      loggingFilter: {
        DefaultBehavior: 'DROP',
        Filters: [
          {
            Behavior: 'KEEP',
            Requirement: 'MEETS_ANY',
            Conditions: ['BLOCK', 'COUNT', 'EXCLUDED_AS_COUNT'].map((Action) => ({ ActionCondition: { Action } })),
          },
        ],
      },
    });
  }
}
