import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { stageSettings, type StageSettings } from './stage/stages';
import { assembled } from './testing/synthesize';

/** The part that is read here of the CDK's copy of CloudFormation's schemas. */
type Type =
  | { type: 'ref'; reference: { $ref: string } }
  | { type: 'array' | 'map'; element: Type }
  | { type: 'union'; types: Type[] }
  | { type: 'other' };
type Properties = Record<string, { type: Type; causesReplacement?: 'yes' | 'maybe' }>;
interface Entity {
  $id: string;
  cloudFormationType: string;
  properties: Properties;
}
const { schema } = JSON.parse(gunzipSync(readFileSync('node_modules/aws-cdk/db.json.gz')).toString()) as {
  schema: Record<'resource' | 'typeDefinition', { entities: Entity[] }>;
};
const byType = new Map(schema.resource.entities.map((entity) => [entity.cloudFormationType, entity.properties]));
const byId = new Map(schema.typeDefinition.entities.map((entity) => [entity.$id, entity.properties]));

/** The properties, at any depth, that differ and whose change replaces the resource. */
function replacing(properties: Properties, one: unknown, other: unknown): string[] {
  const [before, after] = [one, other].map((value) => (value ?? {}) as Record<string, unknown>);
  return Object.entries(properties).flatMap(([name, { type, causesReplacement }]) => {
    const [from, to] = [before?.[name], after?.[name]];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    return causesReplacement ? [name] : inside(type, from, to).map((inner) => `${name}.${inner}`);
  });
}
function inside(type: Type, one: unknown, other: unknown): string[] {
  if (one === undefined || other === undefined) return [];
  if (type.type === 'ref') return replacing(byId.get(type.reference.$ref) ?? {}, one, other);
  if (type.type === 'union') return type.types.flatMap((each) => inside(each, one, other));
  if (type.type !== 'array' && type.type !== 'map') return [];
  const [from, to] = [Object.values(one as object), Object.values(other as object)] as [unknown[], unknown[]];
  return from.flatMap((value, at) => (at < to.length ? inside(type.element, value, to[at]) : []));
}

interface Resource {
  Type: string;
  Properties?: Record<string, unknown> | undefined;
  DeletionPolicy?: string;
}
interface Template {
  Resources: Record<string, Resource>;
}
type Templates = ReadonlyMap<string, Template>;

/** A record of the portal's host has that host as its name: another `portalOrigin` is another record. */
const onPurpose = (type: string, property: string): boolean =>
  type === 'AWS::Route53::RecordSet' && property === 'Name';

/** What going from one to the other replaces: a changed resource, or one whose identity another one has by now. */
function replaced(one: Templates, other: Templates): string[] {
  return [...one].flatMap(([stack, { Resources: before }]) => {
    const after = other.get(stack)?.Resources ?? {};
    return Object.entries(before).flatMap(([id, { Type, Properties = {} }]) => {
      const properties = byType.get(Type);
      if (!properties) return [];
      const now = after[id];
      if (now)
        return replacing(properties, Properties, now.Properties)
          .filter((name) => !onPurpose(Type, name))
          .map((name) => `${id}.${name}`);
      const identity = Object.keys(properties).filter((name) => properties[name]?.causesReplacement === 'yes');
      const hasName = identity.some((name) => name.endsWith('Name') && typeof Properties[name] === 'string');
      const identical = (one: Resource): boolean =>
        one.Type === Type &&
        identity.every((name) => JSON.stringify(one.Properties?.[name]) === JSON.stringify(Properties[name]));
      return hasName && Object.values(after).some(identical) ? [`${id} under another id`] : [];
    });
  });
}

/** Another value of each setting. */
const others: { [S in Exclude<keyof StageSettings, 'name' | 'region' | 'account'>]-?: StageSettings[S] } = {
  portalOrigin: 'https://d1.cloudfront.net',
  certificateArn: undefined,
  hostedZone: undefined,
  waf: undefined,
  plan: undefined,
  takesOverShops: false,
  throttle: { rate: 1, burst: 1 },
  limits: undefined,
  mailFrom: 'hello@example.com',
  mailConfigurationSet: 'main',
  userPools: 2,
  renewedClientSecrets: 1,
  stripe: { publishableKey: 'pk_live_other' },
  issuer: undefined,
  contact: { company: 'a', address: 'b', telephone: 'c', hours: 'd' },
  records: { baseUrl: 'https://other.cybozu.com' },
  data: 'destroy',
  backupCopy: undefined,
  ownKey: false,
  logRetentionDays: 7,
  alarms: undefined,
  canary: { everyMinutes: 60 },
  securityContact: undefined,
  github: undefined,
  staffAddress: undefined,
  reserveConcurrency: false,
};
const example = stageSettings('example');

/**
 * Eight sets of values in which any two settings meet with each of their four combinations: the first has all of their
 * own, and in the seven others each setting has its other value four times, no two in the same four.
 */
const sets = (): Partial<StageSettings>[] => {
  const fours = Array.from({ length: 128 }, (_one, bits) => bits.toString(2).padStart(7, '0')).filter(
    (bits) => bits.replaceAll('0', '').length === 4,
  );
  return [undefined, 0, 1, 2, 3, 4, 5, 6].map((run) =>
    Object.fromEntries(
      Object.entries(others).map(([name, other], at) => [
        name,
        run !== undefined && fours[at]?.[run] === '1' ? other : example[name as keyof StageSettings],
      ]),
    ),
  );
};

test('no setting replaces a resource, whatever the others are: what it holds would be lost', () => {
  const made = sets().map((settings) => assembled<Template>('example', settings));
  const found = made.flatMap((one) => made.flatMap((other) => (one === other ? [] : replaced(one, other))));
  expect([...new Set(found)]).toEqual([]);
}, 300_000);

test('what is kept no longer changes in a property too: CloudFormation overlooks a DeletionPolicy alone', () => {
  const [kept, gone] = (['retain', 'destroy'] as const).map((data) => assembled<Template>('example', { data }));
  const overlooked = [...(kept ?? [])].flatMap(([stack, { Resources }]) =>
    Object.entries(Resources).flatMap(([id, before]) => {
      const after = gone?.get(stack)?.Resources[id];
      const changed = before.DeletionPolicy !== after?.DeletionPolicy;
      return changed && JSON.stringify(before.Properties) === JSON.stringify(after?.Properties) ? [id] : [];
    }),
  );
  expect(overlooked).toEqual([]);
});

test('what replaces a resource is seen: at its top, inside, and as another one of its name', () => {
  const stack = (Type: string, Properties: Resource['Properties'], id = 'One'): Templates =>
    new Map([['Stack', { Resources: { [id]: { Type, Properties } } }]]);
  const bucket = (Properties: object, id?: string) => stack('AWS::S3::Bucket', { BucketName: 'a', ...Properties }, id);
  expect(replaced(bucket({}), bucket({ ObjectLockEnabled: true }))).toEqual(['One.ObjectLockEnabled']);
  expect(replaced(bucket({}), bucket({}, 'Two'))).toEqual(['One under another id']);
  expect(replaced(bucket({}), bucket({ BucketEncryption: {} }))).toEqual([]);
  const table = (AttributeName: string) =>
    stack('AWS::DynamoDB::Table', { KeySchema: [{ AttributeName, KeyType: 'HASH' }] });
  expect(replaced(table('pk'), table('id'))).not.toEqual([]);
});
