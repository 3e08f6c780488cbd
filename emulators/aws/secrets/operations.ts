import { randomInt, randomUUID } from 'node:crypto';
import { invalid, ServiceError } from './errors';
import type { Input, Parameters } from './input';
import { newArn, type Secret, type SecretStore } from './secret-store';
import { findVersion, withVersion } from './versions';

export interface Operation {
  parameters: readonly string[];
  run(store: SecretStore, given: Parameters, input: Input): Promise<object> | object;
}

const kinds = {
  ExcludeLowercase: 'abcdefghijklmnopqrstuvwxyz',
  ExcludeUppercase: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  ExcludeNumbers: '0123456789',
  ExcludePunctuation: '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
} as const;

const randomPasswordParameters = [
  'ExcludeCharacters',
  'IncludeSpace',
  'PasswordLength',
  'RequireEachIncludedType',
  ...Object.keys(kinds),
];

const pick = (from: string): string => from[randomInt(from.length)] ?? '';

/**
 * docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetRandomPassword.html; by default 32 characters, one of
 * each kind.
 */
function randomPassword(given: Parameters, requireEach: boolean): string {
  const excluded = given.text('ExcludeCharacters') ?? '';
  const length = given.number('PasswordLength', 1, 4096) ?? 32;
  const sets = Object.entries(kinds)
    .filter(([name]) => !given.flag(name))
    .map(([, characters]) => characters as string);
  if (given.flag('IncludeSpace')) sets.push(' ');
  const allowed = sets
    .map((set) =>
      set
        .split('')
        .filter((one) => !excluded.includes(one))
        .join(''),
    )
    .filter((set) => set !== '');
  if (allowed.length === 0) throw invalid('There are no characters left to choose from.');
  const needed = requireEach ? allowed.map(pick) : [];
  if (needed.length > length)
    throw invalid(`The password length ${length} is too short for one character of each included type.`);
  const characters = [...needed, ...Array.from({ length: length - needed.length }, () => pick(allowed.join('')))];
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

const value = ['ClientRequestToken', 'SecretString'];
const day = 86_400;

async function createSecret(store: SecretStore, given: Parameters): Promise<object> {
  const name = given.required('Name');
  if (!/^[\w/+=.@-]{1,512}$/.test(name))
    throw invalid(
      'Invalid name. Must be a valid name containing alphanumeric characters, or any of the following: -/_+=.@!',
    );
  const token = given.text('ClientRequestToken') ?? randomUUID();
  const string = given.value();
  const description = given.text('Description');
  const existing = store.find(name);
  if (existing?.deleteAt !== undefined) {
    throw new ServiceError(
      'InvalidRequestException',
      "You can't create this secret because a secret with this name is already scheduled for deletion.",
    );
  }
  if (existing) {
    const same = existing.versions.find((one) => one.id === token);
    if (same && same.string === string) return { ARN: existing.arn, Name: name, VersionId: token };
    throw new ServiceError(
      'ResourceExistsException',
      `The operation failed because the secret ${name} already exists.`,
    );
  }
  const tags = (given.list('Tags') ?? []) as Secret['tags'];
  const secret: Secret = {
    arn: newArn(name),
    name,
    ...(description !== undefined && { description }),
    tags,
    created: store.now,
    changed: store.now,
    versions: [],
  };
  await store.put(string === undefined ? secret : withVersion(secret, { id: token, created: store.now, string }));
  return { ARN: secret.arn, Name: name, ...(string !== undefined && { VersionId: token }) };
}

async function putSecretValue(store: SecretStore, given: Parameters): Promise<object> {
  const secret = store.need(given.required('SecretId'));
  const string = given.value();
  if (string === undefined) throw invalid('You must provide either SecretString or SecretBinary.');
  const id = given.text('ClientRequestToken') ?? randomUUID();
  const changed = await store.put(withVersion(secret, { id, created: store.now, string }));
  return {
    ARN: secret.arn,
    Name: secret.name,
    VersionId: id,
    VersionStages: changed.versions.find((one) => one.id === id)?.stages,
  };
}

function getSecretValue(store: SecretStore, given: Parameters): object {
  const secret = store.need(given.required('SecretId'));
  const version = findVersion(secret, given.text('VersionId'), given.text('VersionStage'));
  return {
    ARN: secret.arn,
    Name: secret.name,
    VersionId: version.id,
    VersionStages: version.stages,
    CreatedDate: version.created,
    SecretString: version.string,
  };
}

async function deleteSecret(store: SecretStore, given: Parameters): Promise<object> {
  const secret = store.need(given.required('SecretId'));
  const at = store.now + (given.number('RecoveryWindowInDays', 7, 30) ?? 30) * day;
  await store.put({ ...secret, deleteAt: at, deletedSince: store.now });
  return { ARN: secret.arn, Name: secret.name, DeletionDate: at };
}

async function restoreSecret(store: SecretStore, given: Parameters): Promise<object> {
  const found = store.find(given.required('SecretId'));
  const { deleteAt: _at, deletedSince: _since, ...secret } = found ?? store.need(given.required('SecretId'));
  await store.put(secret);
  return { ARN: secret.arn, Name: secret.name };
}

function describeSecret(store: SecretStore, given: Parameters): object {
  const id = given.required('SecretId');
  // A secret scheduled for deletion can still be described.
  const secret = store.find(id) ?? store.need(id);
  const labelled = secret.versions.filter(({ stages }) => stages.length > 0);
  return {
    ARN: secret.arn,
    Name: secret.name,
    Description: secret.description,
    CreatedDate: secret.created,
    LastChangedDate: secret.changed,
    DeletedDate: secret.deletedSince,
    Tags: secret.tags,
    VersionIdsToStages: Object.fromEntries(labelled.map((one) => [one.id, one.stages])),
  };
}

/** The supported operations of Secrets Manager, each with the parameters it knows. */
export const operations: Record<string, Operation> = {
  CreateSecret: { parameters: ['Name', 'Description', 'Tags', ...value], run: createSecret },
  DeleteSecret: { parameters: ['SecretId', 'RecoveryWindowInDays'], run: deleteSecret },
  DescribeSecret: { parameters: ['SecretId'], run: describeSecret },
  GetRandomPassword: {
    parameters: randomPasswordParameters,
    run: (_store, given, input) => ({
      RandomPassword: randomPassword(given, input['RequireEachIncludedType'] !== false),
    }),
  },
  GetSecretValue: { parameters: ['SecretId', 'VersionId', 'VersionStage'], run: getSecretValue },
  PutSecretValue: { parameters: ['SecretId', ...value], run: putSecretValue },
  RestoreSecret: { parameters: ['SecretId'], run: restoreSecret },
};
