import { Duration } from 'aws-cdk-lib';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { signInCanaryName } from '../constructs/sign-in-canary';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import { fiveMinutes, ifAsked, sum, type AlarmDeclaration } from './metrics';

/** What health checks ask for; `has` are words of the right response, because others answer for a lost domain too. */
export const watchedPaths = {
  page: { path: '/', has: '<div id="root">', what: 'the page', losing: 'nobody can open the portal' },
  api: { path: '/api/config', has: undefined, what: 'the API', losing: 'every screen shows an error' },
} as const;
type Watched = keyof typeof watchedPaths;

const healthAlarm = (name: Watched, HealthCheckId: string): AlarmDeclaration => {
  const { path, losing, what } = watchedPaths[name];
  return {
    name: `health-${name}`,
    severity: 'page',
    impact: `${losing}: ${what} does not answer`,
    first: `open ${path} of the portal, and see when the stage was last deployed`,
    section: 'the-portal-does-not-answer',
    metric: new Metric({
      namespace: 'AWS/Route53',
      metricName: 'HealthCheckStatus',
      dimensionsMap: { HealthCheckId },
      statistic: 'Minimum',
      period: Duration.minutes(1),
    }),
    threshold: 1,
    periods: 2,
    must: true,
  };
};

const alarmsOfSettings = (stage: StageSettings): (AlarmDeclaration | undefined)[] => {
  const { name, waf, certificateArn, canary } = stage;
  const ofFirewall = (metricName: string) =>
    sum('AWS/WAFV2', metricName, { WebACL: physicalName(name, 'firewall'), Rule: 'ALL' });
  return [
    canary && {
      name: 'health-sign-in',
      severity: 'page',
      impact: 'owners cannot sign in, or do not see their shops',
      first: 'read in the console of CloudWatch (us-east-1, Synthetics) what the last run of the canary met',
      section: 'the-portal-does-not-answer',
      metric: new Metric({
        namespace: 'CloudWatchSynthetics',
        metricName: 'SuccessPercent',
        dimensionsMap: { CanaryName: signInCanaryName(stage) },
        statistic: 'Average',
        period: Duration.minutes(canary.everyMinutes),
      }),
      threshold: 100,
      periods: 2,
      must: true,
    },
    waf && {
      name: 'firewall',
      severity: 'ticket',
      impact: `the firewall blocks ${waf.mode === 'block' ? '' : 'or would block '}requests, perhaps of customers`,
      first: 'see in its log which rules match',
      section: 'requests-refused-at-the-edge',
      // While AWS's rules count, the portal's own block.
      metric:
        waf.mode === 'block'
          ? ofFirewall('BlockedRequests')
          : new MathExpression({
              expression: 'FILL(blocked, 0) + FILL(counted, 0)',
              usingMetrics: { blocked: ofFirewall('BlockedRequests'), counted: ofFirewall('CountedRequests') },
              label: 'Requests that a rule matches',
              period: fiveMinutes,
            }),
      threshold: 50,
      periods: 3,
    },
    certificateArn === undefined
      ? undefined
      : {
          // ACM renews 60 days before the end, so at 30 it has failed for a month.
          name: 'certificate',
          severity: 'ticket',
          impact: 'in less than 30 days browsers refuse the portal, because its certificate ends',
          first: 'see in the console of ACM (us-east-1) why it was not renewed',
          section: 'the-certificate-ends',
          metric: new MathExpression({
            expression: '60 - days',
            usingMetrics: {
              days: new Metric({
                namespace: 'AWS/CertificateManager',
                metricName: 'DaysToExpiry',
                dimensionsMap: { CertificateArn: certificateArn },
                statistic: 'Minimum',
                period: Duration.days(1),
              }),
            },
            label: 'Days since it should have been renewed',
            period: Duration.days(1),
          }),
          threshold: 30,
        },
  ];
};

/** The alarms in us-east-1, where CloudFront, its firewall, certificates and health checks have their metrics. */
export function outsideAlarms(
  stage: StageSettings,
  { DistributionId, healthChecks }: { DistributionId: string; healthChecks: Record<Watched, string> },
): AlarmDeclaration[] {
  const cloudFront = (metricName: string, statistic = 'Average') =>
    sum('AWS/CloudFront', metricName, { DistributionId, Region: 'Global' }).with({ statistic });
  const share = (
    metricName: string,
    threshold: number,
  ): Pick<AlarmDeclaration, 'metric' | 'threshold' | 'periods'> => ({
    metric: new MathExpression({
      expression: ifAsked('FILL(rate, 0)', 50),
      usingMetrics: { requests: cloudFront('Requests', 'Sum'), rate: cloudFront(metricName) },
      label: 'Percent of requests',
      period: fiveMinutes,
    }),
    threshold,
    periods: 3,
  });
  return [
    ...(Object.keys(watchedPaths) as Watched[]).map((name) => healthAlarm(name, healthChecks[name])),
    {
      name: 'edge-failures',
      severity: 'page',
      impact: 'more than one in twenty responses of CloudFront is a failure',
      first: 'see whether routes of the API fail too: if not, it is the page or CloudFront itself',
      section: 'the-portal-does-not-answer',
      ...share('5xxErrorRate', 5),
    },
    {
      name: 'edge-refusals',
      severity: 'ticket',
      impact: 'more than half of all requests are refused or ask for what does not exist',
      first: 'see on the dashboard whether the API refuses them; if not, the page or the firewall does',
      section: 'requests-refused-at-the-edge',
      ...share('4xxErrorRate', 50),
    },
    ...alarmsOfSettings(stage).filter((one) => one !== undefined),
  ];
}
