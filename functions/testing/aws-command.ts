interface SdkModule {
  [name: string]: unknown;
}
type SdkClient = { send: (command: unknown) => Promise<Record<string, unknown>>; destroy: () => void };

/** The SDK's module and client of a service, by the name that the AWS CLI has for it. */
const services: Readonly<Record<string, [client: string, load: () => Promise<SdkModule>]>> = {
  dynamodb: ['DynamoDBClient', () => import('@aws-sdk/client-dynamodb')],
  s3api: ['S3Client', () => import('@aws-sdk/client-s3')],
  'cognito-idp': ['CognitoIdentityProviderClient', () => import('@aws-sdk/client-cognito-identity-provider')],
  secretsmanager: ['SecretsManagerClient', () => import('@aws-sdk/client-secrets-manager')],
  sns: ['SNSClient', () => import('@aws-sdk/client-sns')],
};

/** Options that the CLI names otherwise than the API, because its own have that name. */
const renamed: Readonly<Record<string, string>> = { 'notification-endpoint': 'endpoint' };

/** Names of the services whose commands can be run. */
export const servicesOfAws: readonly string[] = Object.keys(services);

/** The words of a line of a shell, without their quotes. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, bare]) => single ?? double ?? bare ?? '');

/** The members that a command takes, each with its type in the SDK's schema: 0 is a text, 2 a boolean, 4 a time. */
function membersOf(sdk: SdkModule, operation: string): Map<string, unknown> {
  const schema = sdk[`${operation}$`] as unknown[];
  const input = schema[4];
  const [, , , , names, types] = (typeof input === 'function' ? (input as () => unknown[])() : input) as [
    unknown,
    unknown,
    unknown,
    unknown,
    string[],
    unknown[],
  ];
  // A number is a type; an array with a namespace is a shape, whose first number is 0 if it is a simple one.
  const typeOf = (type: unknown): unknown => {
    if (typeof type === 'function') return typeOf((type as () => unknown)());
    if (!Array.isArray(type)) return type;
    const [kind, space, , , simple] = type as unknown[];
    if (typeof space !== 'string') return typeOf(kind);
    return kind === 0 ? simple : 'structure';
  };
  return new Map(names.map((name, index) => [name, typeOf(types[index])]));
}

/** A value as the CLI reads it: JSON, the short form `A=b,C=d`, a time, or text. */
function valueOf(text: string, type: unknown): unknown {
  if (type === 0) return text;
  if (type === 4) return new Date(text);
  if (/^[{[]/.test(text)) return JSON.parse(text) as unknown;
  if (!/^\w+=[^=]*$/.test(text)) return text;
  const parts = text.split(',').map((part): [string, unknown] => {
    const [name = '', value = ''] = part.split('=');
    return [name, { true: true, false: false }[value] ?? value];
  });
  return Object.fromEntries(parts);
}

/**
 * Runs a command of the AWS CLI through the SDK, as its line says: `aws dynamodb delete-table --table-name x`. Returns
 * the response.
 * @throws {Error} if the service has no such operation, or the operation no such option
 */
export async function runAws(line: string): Promise<Record<string, unknown>> {
  const [, service = '', kebab = '', ...words] = wordsOf(line);
  const [clientName, load] = services[service] ?? [];
  if (clientName === undefined || load === undefined) throw new Error(`The tests know no service of: ${line}`);
  const sdk = await load();
  const plain = (name: string): string => name.replaceAll('-', '').toLowerCase();
  const command = Object.keys(sdk).find((name) => name.toLowerCase() === `${plain(kebab)}command`);
  if (command === undefined) throw new Error(`${service} has no operation ${kebab}`);
  const members = membersOf(sdk, command.replace(/Command$/, ''));
  const memberOf = (option: string): [string, unknown] | undefined =>
    [...members].find(([name]) => name.toLowerCase() === plain(renamed[option] ?? option));
  const input: Record<string, unknown> = {};
  for (let at = 0; at < words.length; at += 1) {
    const option = (words[at] ?? '').replace(/^--/, '');
    const off = option.startsWith('no-') ? memberOf(option.slice(3)) : undefined;
    const [name, type] = off ?? memberOf(option) ?? [];
    if (name === undefined) throw new Error(`${kebab} has no option ${words[at]}`);
    if (type === 2) input[name] = !off;
    else input[name] = valueOf(words[(at += 1)] ?? '', type);
  }
  const Client = sdk[clientName] as new (settings: object) => SdkClient;
  const client = new Client({ forcePathStyle: true });
  try {
    return await client.send(new (sdk[command] as new (input: object) => unknown)(input));
  } finally {
    client.destroy();
  }
}
