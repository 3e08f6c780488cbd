import type { Template } from 'aws-cdk-lib/assertions';
import { allJobs, type JobName } from '../../infra/functions/jobs';
import { stageSettings } from '../../infra/stage/stages';

export interface ScheduledJob {
  name: JobName;
  everyMinutes: number;
  /** Of its function: seconds and megabytes. */
  timeout: number;
  memory: number;
}

/** The parts of a stage that the bill counts. */
export interface StageParts {
  /** Metrics that alarms watch; each is paid for. */
  alarmMetrics: number;
  alarms: number;
  dashboards: number;
  secrets: number;
  keys: number;
  tables: number;
  /** Whether tables can be restored to any moment of the last weeks. */
  recovery: boolean;
  firewalls: number;
  firewallRules: number;
  routes: number;
  /** Whether each route has its own metrics. */
  routeMetrics: boolean;
  logRetentionDays: number;
  /** Megabytes of the functions of calls. */
  memory: number;
  jobs: readonly ScheduledJob[];
}

interface Resource {
  Type: string;
  Properties: Record<string, unknown>;
}

/** Counts the parts of a stage: jobs from their declarations, everything else from its templates. */
export function partsOf(templates: Readonly<Record<string, Template>>, stageName: string): StageParts {
  const resources = Object.values(templates).flatMap((template) =>
    Object.values((template.toJSON() as { Resources: Record<string, Resource> }).Resources),
  );
  const of = (type: string): Record<string, unknown>[] =>
    resources.filter((one) => one.Type === `AWS::${type}`).map((one) => one.Properties);
  const prefix = `portal-${stageName}-`;
  const functions = new Map(
    of('Lambda::Function').map((one) => [String(one['FunctionName']).slice(prefix.length), one]),
  );

  const metricsOf = (alarm: Record<string, unknown>): number =>
    ((alarm['Metrics'] as { MetricStat?: unknown }[] | undefined) ?? [{ MetricStat: {} }]).filter(
      (one) => one.MetricStat,
    ).length;
  const replicas = of('DynamoDB::GlobalTable').flatMap(
    (table) => table['Replicas'] as { PointInTimeRecoverySpecification?: { PointInTimeRecoveryEnabled?: boolean } }[],
  );
  const memoryOf = (name: string): number => Number(functions.get(name)?.['MemorySize']);
  const alarms = of('CloudWatch::Alarm');
  const firewalls = of('WAFv2::WebACL');
  return {
    alarms: alarms.length,
    alarmMetrics: alarms.reduce((sum, alarm) => sum + metricsOf(alarm), 0),
    dashboards: of('CloudWatch::Dashboard').length,
    secrets: of('SecretsManager::Secret').length,
    keys: of('KMS::Key').length,
    tables: replicas.length,
    recovery: replicas.some((one) => one.PointInTimeRecoverySpecification?.PointInTimeRecoveryEnabled === true),
    firewalls: firewalls.length,
    firewallRules: firewalls.reduce((sum, one) => sum + (one['Rules'] as unknown[]).length, 0),
    routes: of('ApiGatewayV2::Route').length,
    routeMetrics: of('ApiGatewayV2::Stage').some(
      (one) =>
        (one['DefaultRouteSettings'] as { DetailedMetricsEnabled?: boolean } | undefined)?.DetailedMetricsEnabled ===
        true,
    ),
    logRetentionDays: Math.max(0, ...of('Logs::LogGroup').map((one) => Number(one['RetentionInDays']))),
    memory: memoryOf('get-user'),
    jobs: allJobs.map((job) => ({
      name: job.name,
      everyMinutes: job.every(stageSettings(stageName)).toMinutes(),
      timeout: Number(functions.get(job.name)?.['Timeout']),
      memory: memoryOf(job.name),
    })),
  };
}
