import type { Template } from 'aws-cdk-lib/assertions';

export interface ScheduledJob {
  name: string;
  everyMinutes: number;
  /** Of its function: seconds and megabytes. */
  timeout: number;
  memory: number;
}

/** What a stage is made of, as far as its bill knows it; counted in its templates. */
export interface StageParts {
  /** Metrics that alarms look at; each is paid for. */
  alarmMetrics: number;
  alarms: number;
  dashboards: number;
  secrets: number;
  keys: number;
  tables: number;
  /** Whether tables can be brought back to any moment of the last weeks. */
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

const minutes: Record<string, number> = { minute: 1, hour: 60, day: 24 * 60 };

function everyMinutes(expression: unknown): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(String(expression)) ?? [];
  const each = minutes[unit];
  if (count === undefined || each === undefined)
    throw new Error(`A schedule of a kind that is not counted: ${String(expression)}`);
  return Number(count) * each;
}

/** @throws {Error} where the templates have something whose cost is not known how to count. */
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
    jobs: of('Scheduler::Schedule').map((schedule) => {
      const name = String(schedule['Name']).slice(prefix.length);
      return {
        name,
        everyMinutes: everyMinutes(schedule['ScheduleExpression']),
        timeout: Number(functions.get(name)?.['Timeout']),
        memory: memoryOf(name),
      };
    }),
  };
}
