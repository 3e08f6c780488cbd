import type { Template } from 'aws-cdk-lib/assertions';
import { lines, outputName, readable, text, withoutHash } from './readable';

interface Resource {
  Type: string;
  Properties?: Record<string, unknown>;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}
interface Declared {
  Resources: Record<string, Resource>;
  Outputs?: Record<string, unknown>;
}
interface Statement {
  Action: string | string[];
  Resource: unknown;
  Effect: string;
  Condition?: unknown;
}

/** Statements of a policy as `Allow dynamodb:GetItem, dynamodb:Query on Users.Arn`. */
export const statementLines = (document: unknown): string[] =>
  [(document as { Statement: Statement[] }).Statement]
    .flat()
    .map(({ Effect, Action, Resource, Condition }) => {
      const actions = [Action].flat().toSorted().join(', ');
      const resources = [readable(Resource)]
        .flat()
        .map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
        .toSorted()
        .join(', ');
      return `${Effect} ${actions} on ${resources}${Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`}`;
    })
    .toSorted();

/** Statements that every function has: its log, the stage's key. Another test checks them. */
export const commonLine = /^Allow (logs|kms):/;

/** Resources whose replacement loses data or changes a known address; CDK's hash of their id is shown. */
const stateful = new Set([
  'AWS::ApiGatewayV2::Api',
  'AWS::CloudFront::Distribution',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::DynamoDB::GlobalTable',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::SecretsManager::Secret',
]);

/** Resources that lines of their own show, or that are the same for every function. */
const shownElsewhere = new Set([
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::CloudWatch::Alarm',
  'AWS::IAM::Policy',
  'AWS::IAM::Role',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Lambda::Function',
  'AWS::Logs::LogGroup',
  'AWS::Logs::MetricFilter',
  'AWS::Scheduler::Schedule',
]);

type Entry = readonly [id: string, resource: Resource];
const property = ([, { Properties = {} }]: Entry, name: string): unknown => Properties[name];
const textOf = (entry: Entry, name: string): string => {
  const value = property(entry, name) ?? '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};
const plainName = (name: string): string => name.replace(/^portal-[a-z]+-/, '');

const isTagged = (entry: Entry): boolean => JSON.stringify(property(entry, 'Tags') ?? '').includes('"portal:stage"');

/** The variables that every function has. */
const commonVariables = new Set(['NODE_OPTIONS']);

function functionLine(entry: Entry): string {
  const name = property(entry, 'FunctionName');
  const reserved = property(entry, 'ReservedConcurrentExecutions');
  const { Variables = {} } = (property(entry, 'Environment') ?? {}) as { Variables?: object };
  return [
    typeof name === 'string' ? plainName(name) : withoutHash(entry[0]),
    `: ${textOf(entry, 'MemorySize') || 128} MB, ${textOf(entry, 'Timeout') || 3} s`,
    typeof reserved === 'number' ? `, ${reserved} at a time` : '',
    `; ${Object.keys(Variables)
      .filter((variable) => !commonVariables.has(variable))
      .toSorted()
      .join(' ')}`,
  ].join('');
}

/** Statements of roles and policies, each after the name of the function or role that has it. */
function policyLines(entry: Entry): string[] {
  const [id, { Type }] = entry;
  const name = withoutHash(id).replace(/Role$/, '');
  if (Type === 'AWS::IAM::Policy')
    return statementLines(property(entry, 'PolicyDocument')).map((line) => `${name}: ${line}`);
  const inline = (property(entry, 'Policies') ?? []) as { PolicyDocument: unknown }[];
  return inline
    .flatMap(({ PolicyDocument }) => statementLines(PolicyDocument))
    .filter((line) => !commonLine.test(line))
    .map((line) => `${name}: ${line}`);
}

const comparisons: Record<string, string> = { GreaterThanOrEqualToThreshold: '>=', LessThanThreshold: '<' };

function alarmLine(entry: Entry): string {
  const of = (name: string): string => textOf(entry, name);
  const condition = `${comparisons[of('ComparisonOperator')] ?? of('ComparisonOperator')} ${of('Threshold')}`;
  const period = of('Period') && ` of ${of('Period')} s`;
  const watched = `${condition}, ${of('EvaluationPeriods')}x${period}, missing ${of('TreatMissingData')}`;
  return `${plainName(of('AlarmName'))}: ${watched}; ${of('AlarmDescription')}`;
}

function routeLine(entry: Entry, resources: Record<string, Resource>): string {
  const [, integrationId = ''] = JSON.stringify(property(entry, 'Target')).match(/"Ref":"(\w+)"/) ?? [];
  const target = readable(resources[integrationId]?.Properties?.['IntegrationUri']);
  return `${textOf(entry, 'RouteKey')} (${textOf(entry, 'AuthorizationType')}) -> ${String(target)}`;
}

/** Lines under the settings that their resources share, so that a setting of one alone stands out. */
function underSettings(entries: readonly { line: string; settings: object }[]): string[] {
  const named = entries.map(({ line, settings }) => ({ line, shared: `each with ${text(readable(settings))}` }));
  return [...new Set(named.map(({ shared }) => shared))].flatMap((shared) => [
    shared,
    ...named.flatMap((one) => (one.shared === shared ? [`  ${one.line}`] : [])).toSorted(),
  ]);
}

function scheduleLine([, { Properties = {} }]: Entry) {
  const { Name, ScheduleExpression, Target, ...settings } = Properties;
  const { Arn, ...target } = Target as { Arn: unknown };
  const line = `${plainName(String(Name))}: ${String(ScheduleExpression)} -> ${String(readable(Arn))}`;
  return { line, settings: { ...settings, ...target } };
}

function countedLine([, { Properties = {} }]: Entry) {
  const { LogGroupName, MetricTransformations, FilterPattern, ...settings } = Properties;
  const [{ MetricName, ...metric } = { MetricName: '' }, ...more] = MetricTransformations as { MetricName: string }[];
  const group = plainName(String(readable(LogGroupName)).replace('/aws/lambda/', ''));
  const line = `${group}: ${String(FilterPattern)} -> ${MetricName}`;
  return { line, settings: { ...settings, ...metric, ...(more.length > 0 && { more }) } };
}

function resourceLines([id, { Type, Properties = {}, ...policies }]: Entry): string[] {
  const kept = Object.entries(policies)
    .filter(([name]) => name.endsWith('Policy'))
    .map(([name, value]) => `, ${name} ${text(readable(value))}`);
  return [
    `  ${Type.slice(5)} ${stateful.has(Type) ? id : withoutHash(id)}${kept.join('')}`,
    ...Object.entries(Properties)
      .filter(([name]) => name !== 'Tags')
      .flatMap(([name, value]) => lines(`${name}: `, readable(value), '    ')),
  ];
}

/**
 * A stack in a form for people: a line for each function, statement, route, alarm, schedule and counted line of a log,
 * and a few for every other resource.
 */
export function forReview(template: Template): string {
  const { Resources, Outputs = {} } = template.toJSON() as Declared;
  const all = Object.entries(Resources);
  const ofType = (...types: string[]): Entry[] => all.filter(([, { Type }]) => types.includes(Type));
  const section = (title: string, found: string[]): string[] =>
    found.length === 0 ? [] : [title, ...found.map((line) => `  ${line}`), ''];
  const others = all.filter(([, { Type }]) => !shownElsewhere.has(Type)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [
    `${all.length} resources, ${all.filter(isTagged).length} of them tagged with the stage`,
    `outputs: ${Object.keys(Outputs).map(outputName).toSorted().join(', ')}`,
    '',
    ...section('functions', ofType('AWS::Lambda::Function').map(functionLine).toSorted()),
    ...section('permissions', ofType('AWS::IAM::Policy', 'AWS::IAM::Role').flatMap(policyLines).toSorted()),
    ...section(
      'routes',
      ofType('AWS::ApiGatewayV2::Route')
        .map((entry) => routeLine(entry, Resources))
        .toSorted(),
    ),
    ...section('alarms', ofType('AWS::CloudWatch::Alarm').map(alarmLine).toSorted()),
    ...section('schedules', underSettings(ofType('AWS::Scheduler::Schedule').map(scheduleLine))),
    ...section('counted lines of logs', underSettings(ofType('AWS::Logs::MetricFilter').map(countedLine))),
    'other resources',
    ...others.flatMap(resourceLines),
  ].join('\n');
}
