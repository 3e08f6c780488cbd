import { checkAgainst, shapeOf, type Schema, type Shape } from './sdk-schema';

interface SdkModule {
  [name: string]: unknown;
}
interface SdkClient {
  config: { credentials: () => Promise<unknown> };
  send: (command: unknown) => Promise<Record<string, unknown>>;
  destroy: () => void;
}
type Input = Record<string, unknown>;

/** The SDK's package of a service (`@aws-sdk/client-…`), by the name that the AWS CLI has for it. */
const packages: Readonly<Record<string, string>> = {
  cloudformation: 'cloudformation',
  'cognito-idp': 'cognito-identity-provider',
  dynamodb: 'dynamodb',
  iam: 'iam',
  logs: 'cloudwatch-logs',
  secretsmanager: 'secrets-manager',
  sesv2: 'sesv2',
  sns: 'sns',
  sqs: 'sqs',
  sts: 'sts',
};

/** Options that the CLI names otherwise than the API, because its own have that name. */
const renamed: Readonly<Record<string, string>> = { 'notification-endpoint': 'endpoint' };

/** What each `aws … wait` asks (AWS CLI command reference). */
const waits: Readonly<Record<string, string>> = { 'table-exists': 'describe-table' };

const milliseconds: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** The words of a line of a shell, without their quotes. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '');

const plain = (name: string): string => name.replaceAll('-', '').toLowerCase();

/** `aws logs tail GROUP --since 30m` is a command of the CLI itself, which asks FilterLogEvents. */
function withoutTail([operation = '', ...words]: readonly string[]): string[] {
  if (operation !== 'tail') return [operation, ...words];
  const [group = '', ...options] = words;
  const since = options.indexOf('--since');
  const [, amount, unit = ''] = /^(\d+)([smhd])$/.exec(options[since + 1] ?? '') ?? [];
  if (since >= 0 && amount === undefined) throw new Error(`No time that the CLI reads: ${options[since + 1]}`);
  if (since >= 0)
    options.splice(since, 2, '--start-time', String(Date.now() - Number(amount) * (milliseconds[unit] ?? 0)));
  return ['filter-log-events', '--log-group-name', group, ...options];
}

/** The short form `A=b,C=d` of a structure. */
function fromShortForm(text: string, { members }: Extract<Shape, { kind: 'structure' }>): Input {
  const parts = text.split(',').map((part): [string, unknown] => {
    const [name = '', ...value] = part.split('=');
    return [name, valueOf([value.join('=')], members.get(name) ?? 0)];
  });
  return Object.fromEntries(parts);
}

/** A value as the CLI reads it: JSON, the short form, several words of a list, a time, a number or text. */
function valueOf(words: readonly string[], schema: Schema): unknown {
  const shape = shapeOf(schema);
  const [text = ''] = words;
  if (shape.kind === 'text' || shape.kind === 'other') return text;
  if (shape.kind === 'time') return new Date(text);
  if (shape.kind === 'number') return Number(text);
  if (shape.kind === 'boolean') return { true: true, false: false }[text] ?? text;
  if (/^[{[]/.test(text)) return JSON.parse(text) as unknown;
  if (shape.kind === 'list') return words.map((one) => valueOf([one], shape.of));
  return shape.kind === 'structure' ? fromShortForm(text, shape) : text;
}

/** The options of a command as the API takes them, and its region. */
function readOptions(words: readonly string[], schema: Schema, operation: string): { input: Input; region?: string } {
  const shape = shapeOf(schema);
  if (shape.kind !== 'structure') throw new Error(`${operation} takes no options`);
  const memberOf = (option: string): [string, Schema] | undefined =>
    [...shape.members].find(([name]) => plain(name) === plain(renamed[option] ?? option));
  const input: Input = {};
  let region: string | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const option = (words[at] ?? '').replace(/^--/, '');
    const off = option.startsWith('no-') ? memberOf(option.slice(3)) : undefined;
    const [name, type] = off ?? memberOf(option) ?? [];
    const next = words.findIndex((word, index) => index > at && word.startsWith('--'));
    const values = words.slice(at + 1, next < 0 ? words.length : next);
    at += values.length;
    if (option === 'region') [region] = values;
    else if (name === undefined || type === undefined) throw new Error(`${operation} has no option --${option}`);
    else if (shapeOf(type).kind === 'boolean' && values.length === 0) input[name] = !off;
    else if (values.length > 1 && shapeOf(type).kind !== 'list') throw new Error(`--${option} takes one value`);
    else input[name] = valueOf(values, type);
  }
  checkAgainst(schema, input, operation);
  return { input, ...(region !== undefined && { region }) };
}

/**
 * Runs a command of the AWS CLI through the SDK, as its line says: `aws dynamodb delete-table --table-name x`. Returns
 * the response; of `wait`, what the waiter of the SDK returns.
 * @throws {Error} if the service has no such operation, or what the line gives is not what the service's model says:
 *   an unknown option or member, a missing one that is required, a value of another type
 */
export async function runAws(line: string): Promise<Record<string, unknown>> {
  const [, service = '', ...rest] = wordsOf(line);
  if (packages[service] === undefined) throw new Error(`The tests know no service of: ${line}`);
  const sdk = (await import(`@aws-sdk/client-${packages[service]}`)) as SdkModule;
  const waiter = rest[0] === 'wait' ? rest.splice(0, 2)[1] : undefined;
  if (waiter !== undefined) rest.unshift(waits[waiter] ?? `wait ${waiter}`);
  const [kebab = '', ...words] = withoutTail(rest);
  const exported = (name: string): string | undefined => Object.keys(sdk).find((one) => plain(one) === plain(name));
  const command = exported(`${kebab}-command`);
  const wait = waiter === undefined ? undefined : exported(`wait-until-${waiter}`);
  if (command === undefined || (waiter !== undefined && wait === undefined))
    throw new Error(`${service} has no operation ${kebab}`);
  const [, , , , schema] = sdk[`${command.replace(/Command$/, '')}$`] as unknown[];
  const { input, ...settings } = readOptions(words, schema as Schema, kebab);
  const clientName = Object.keys(sdk).find((name) => /^[A-Z]\w*Client$/.test(name)) ?? '';
  const Client = sdk[clientName] as new (settings: object) => SdkClient;
  const client = new Client({ forcePathStyle: true, ...settings });
  try {
    if (wait === undefined) return await client.send(new (sdk[command] as new (input: object) => unknown)(input));
    // A waiter takes missing credentials for a state to wait through.
    await client.config.credentials();
    const waitUntil = sdk[wait] as (settings: object, input: object) => Promise<Record<string, unknown>>;
    return await waitUntil({ client, maxWaitTime: 120, minDelay: 1 }, input);
  } finally {
    client.destroy();
  }
}
