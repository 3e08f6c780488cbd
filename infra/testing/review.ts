import type { Template } from 'aws-cdk-lib/assertions';

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

/** `PublishOutputFnGetAttUsers0A0EEA89Arn37C3B1F5` is CDK's name for the attribute `Arn` of `Users`. */
const outputName = (name: string): string =>
  name.replace(
    /^(?:Exports|Publish)Output(?:FnGetAtt|Ref)(.+?)[0-9A-F]{8}(\w*?)[0-9A-F]{8}$/,
    (_all, resource: string, attribute: string) => [resource, attribute].filter(Boolean).join('.'),
  );

/** What a reference of a template points to, in a few words. */
function named(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const [[name, argument] = ['', undefined]] = Object.entries(value);
  const withoutHash = (id: string): string => id.replace(/[0-9A-F]{8}$/, '');
  if (name === 'Ref')
    return String(argument).startsWith('AWS::') ? `<${String(argument).slice(5)}>` : withoutHash(String(argument));
  if (name === 'Fn::GetAtt')
    return `${withoutHash((argument as string[])[0] ?? '')}.${(argument as string[])[1] ?? ''}`;
  if (name === 'Fn::GetStackOutput') {
    const { StackName, OutputName } = argument as { StackName: string; OutputName: string };
    return `${StackName.split('-').at(-1) ?? ''}:${outputName(OutputName)}`;
  }
  if (name === 'Fn::Join')
    return (argument as [string, unknown[]])[1].map(named).join((argument as [string, unknown[]])[0]);
  return JSON.stringify(value);
}

/** Statements of a policy as `Allow dynamodb:GetItem, dynamodb:Query on Users.Arn`. */
export const statementLines = (document: unknown): string[] =>
  [(document as { Statement: Statement[] }).Statement]
    .flat()
    .map(
      ({ Effect, Action, Resource, Condition }) =>
        `${Effect} ${[Action].flat().toSorted().join(', ')} on ${[Resource].flat().map(named).toSorted().join(', ')}${Condition === undefined ? '' : ` if ${JSON.stringify(Condition)}`}`,
    )
    .toSorted();

/** What every function may do: its log, its traces, the stage's key. A test holds them apart. */
export const commonLine = /^Allow (logs|xray|kms):/;

const ofFunctions = new Set([
  'AWS::Lambda::Function',
  'AWS::Logs::LogGroup',
  'AWS::IAM::Role',
  'AWS::IAM::Policy',
  'AWS::ApiGatewayV2::Integration',
  'AWS::ApiGatewayV2::Route',
  'AWS::Lambda::EventInvokeConfig',
]);

function functionLine({ Properties = {} }: Resource): string {
  const { MemorySize, Timeout, Environment, ReservedConcurrentExecutions } = Properties as {
    MemorySize?: number;
    Timeout?: number;
    Environment?: { Variables: object };
    ReservedConcurrentExecutions?: number;
  };
  const reserved = ReservedConcurrentExecutions === undefined ? '' : `, ${ReservedConcurrentExecutions} at once`;
  return `${MemorySize ?? 128} MB, ${Timeout ?? 3} s${reserved}; ${Object.keys(Environment?.Variables ?? {})
    .toSorted()
    .join(' ')}`;
}

const nameOf = (id: string, { Properties }: Resource): string => {
  const name = Properties?.['FunctionName'];
  return typeof name === 'string' ? name : id;
};

const masked = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll(/[0-9a-f]{64}/g, '<hash>')
      .replaceAll(/[0-9a-f]{32}/g, '<hash>'),
  ) as unknown;

const byKey = <T>(pairs: (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));

/**
 * A stack as somebody reviews it: functions, permissions, routes and alarms a line each, everything else as it
 * stands; hashes of assets masked.
 */
export function forReview(template: Template): object {
  const { Resources, Outputs } = template.toJSON() as Declared;
  const all = Object.entries(Resources);
  const ofType = (type: string): (readonly [string, Resource])[] =>
    all.filter(([, resource]) => resource.Type === type);
  const properties = ({ Properties = {} }: Resource): Record<string, unknown> => Properties;
  const policies = all.flatMap(([id, resource]): (readonly [string, string[]])[] => {
    if (resource.Type === 'AWS::IAM::Policy') return [[id, statementLines(properties(resource)['PolicyDocument'])]];
    if (resource.Type !== 'AWS::IAM::Role') return [];
    const inline = (properties(resource)['Policies'] ?? []) as { PolicyDocument: unknown }[];
    return inline.length > 0
      ? [
          [
            id,
            inline
              .flatMap(({ PolicyDocument }) => statementLines(PolicyDocument))
              .filter((line) => !commonLine.test(line)),
          ],
        ]
      : [];
  });
  const rest = all.filter(
    ([, resource]) => !ofFunctions.has(resource.Type) && resource.Type !== 'AWS::CloudWatch::Alarm',
  );
  return {
    count: all.length,
    functions: byKey(ofType('AWS::Lambda::Function').map(([id, one]) => [nameOf(id, one), functionLine(one)])),
    permissions: byKey(policies.map(([id, lines]) => [named({ Ref: id }), lines] as const)),
    routes: ofType('AWS::ApiGatewayV2::Route')
      .map(([, one]) => `${String(properties(one)['RouteKey'])} (${String(properties(one)['AuthorizationType'])})`)
      .toSorted(),
    alarms: byKey(
      ofType('AWS::CloudWatch::Alarm').map(
        ([, one]) => [String(properties(one)['AlarmName']), String(properties(one)['AlarmDescription'])] as const,
      ),
    ),
    resources: masked(
      byKey(
        rest.map(
          ([id, { Type, Properties, DeletionPolicy, UpdateReplacePolicy }]) =>
            [
              id,
              {
                Type,
                ...(DeletionPolicy && { DeletionPolicy }),
                ...(UpdateReplacePolicy && { UpdateReplacePolicy }),
                Properties,
              },
            ] as const,
        ),
      ),
    ),
    outputs: Object.keys(Outputs ?? {})
      .map(outputName)
      .toSorted(),
  };
}
