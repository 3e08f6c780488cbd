import type { Parameters } from './input';
import { describe } from './describe';
import type { Secret, SecretStore } from './secret-store';
import { invalid, ServiceError } from './errors';

interface Filter {
  Key: string;
  Values: string[];
}

/** Filters match beginnings, ignoring case in descriptions; `!` before a value negates it. */
function matches(secret: Secret, { Key: key, Values: values }: Filter): boolean {
  const texts = {
    name: [secret.name],
    description: [secret.description ?? ''],
    'tag-key': secret.tags.map((tag) => tag.Key),
    'tag-value': secret.tags.map((tag) => tag.Value),
  }[key];
  if (!texts) throw invalid(`The Secrets Manager emulator does not support the filter ${key} of ListSecrets.`);
  return values.some((value) => {
    const beginning = value.replace(/^!/, '');
    return texts.some((text) => text.toLowerCase().startsWith(beginning.toLowerCase())) !== value.startsWith('!');
  });
}

/** Newest last unless `SortOrder` is `desc`; the token is the ARN of the last secret shown. */
export function listSecrets(store: SecretStore, given: Parameters): object {
  const filters = (given.list('Filters') ?? []) as Filter[];
  const planned = given.flag('IncludePlannedDeletion');
  const size = given.number('MaxResults', 1, 100) ?? 100;
  const token = given.text('NextToken');
  const all = store
    .all()
    .filter((one) => (planned || one.deleteAt === undefined) && filters.every((filter) => matches(one, filter)));
  if (given.text('SortOrder') === 'desc') all.reverse();
  const from = token === undefined ? 0 : all.findIndex((one) => one.arn === token) + 1;
  if (token !== undefined && from === 0)
    throw new ServiceError('InvalidNextTokenException', 'The NextToken value is invalid.');
  const page = all.slice(from, from + size);
  const last = page.at(-1);
  return {
    SecretList: page.map((one) => describe(one, 'SecretVersionsToStages')),
    ...(last && from + size < all.length && { NextToken: last.arn }),
  };
}
