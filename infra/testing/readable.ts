/** `PublishOutputFnGetAttUsers0A0EEA89Arn37C3B1F5` is CDK's name for the attribute `Arn` of `Users`. */
export const outputName = (name: string): string =>
  name.replace(
    /^(?:Exports|Publish)Output(?:FnGetAtt|Ref)(.+?)[0-9A-F]{8}(\w*?)[0-9A-F]{8}$/,
    (_all, resource: string, attribute: string) => [resource, attribute].filter(Boolean).join('.'),
  );

/** A logical id without the hash that CDK adds to it, and without that of a version's content. */
export const withoutHash = (id: string): string => id.replace(/[0-9A-F]{8}([0-9a-f]{32})?$/, '');

const joined = (parts: unknown[], by: string): string =>
  parts.map((part) => (typeof part === 'string' ? part : String(readable(part)))).join(by);

/** Functions of CloudFormation that refer to resources, each as a few words. */
const references: Record<string, (argument: never) => string> = {
  Ref: (id: string) => (id.startsWith('AWS::') ? `<${id.slice(5)}>` : withoutHash(id)),
  'Fn::GetAtt': ([id, attribute]: [string, string]) => `${withoutHash(id)}.${attribute}`,
  'Fn::GetStackOutput': ({ StackName, OutputName }: { StackName: string; OutputName: string }) =>
    `${StackName.split('-').at(-1) ?? ''}:${outputName(OutputName)}`,
  'Fn::ImportValue': (exported: string) => {
    const [stack = '', name = ''] = exported.split(':');
    return `${stack.split('-').at(-1) ?? ''}:${outputName(name)}`;
  },
  'Fn::Join': ([by, parts]: [string, unknown[]]) => joined(parts, by),
};

function parsedJson(text: string): unknown {
  if (!text.startsWith('{"')) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * A value of a template in readable form: references by name, JSON in texts parsed, hashes of assets masked, and
 * without the tags that every resource has.
 */
export function readable(value: unknown): unknown {
  if (typeof value === 'string')
    return (
      parsedJson(value) ??
      value
        .replaceAll(/[0-9a-f]{64}|[0-9a-f]{32}/g, '<hash>')
        .replaceAll('111122223333', '<AccountId>')
        .trimEnd()
    );
  if (Array.isArray(value)) return value.map(readable);
  if (typeof value !== 'object' || value === null) return value;
  const [[name, argument] = ['', undefined], ...more] = Object.entries(value);
  const reference = more.length === 0 ? references[name] : undefined;
  if (reference) return readable(reference(argument as never));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, readable(one)]));
}

const width = 160;

/** One line if it fits, otherwise one for each entry, indented; like YAML, with quotes only if needed. */
export function lines(label: string, value: unknown, indent: string): string[] {
  const inline = `${indent}${label}${text(value)}`;
  if (typeof value !== 'object' || value === null || inline.length <= width) return inline.split('\n');
  const entries = Array.isArray(value)
    ? value.flatMap((one) => lines('- ', one, `${indent}  `))
    : Object.entries(value).flatMap(([name, one]) => lines(`${name}: `, one, `${indent}  `));
  return [`${indent}${label.trimEnd()}`, ...entries];
}

/** A value on one line. */
export function text(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([name, one]) => `${name}: ${text(one)}`)
    .join(', ')} }`;
}
