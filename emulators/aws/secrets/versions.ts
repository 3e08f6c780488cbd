import type { Secret, SecretVersion } from './secret-store';
import { ServiceError } from './errors';

const current = 'AWSCURRENT';
const previous = 'AWSPREVIOUS';

/** Beyond about a hundred, the service removes versions without a label. */
const mostVersions = 100;

/**
 * The secret with one more version. A label belongs to one version only; when AWSCURRENT moves, AWSPREVIOUS moves to
 * the version that had it (docs.aws.amazon.com/secretsmanager/latest/apireference/API_PutSecretValue.html). A repeated
 * token with the same value changes nothing; with another value it is refused.
 */
export function withVersion(secret: Secret, version: Omit<SecretVersion, 'stages'>): Secret {
  const same = secret.versions.find((one) => one.id === version.id);
  if (same) {
    if (same.string === version.string) return secret;
    throw new ServiceError(
      'ResourceExistsException',
      `You can't use ClientRequestToken ${version.id} because that value is already in use for a version of ` +
        `secret ${secret.arn}.`,
    );
  }
  const old = secret.versions.map((one) => ({ ...one, stages: one.stages.includes(current) ? [previous] : [] }));
  const versions = [...old, { ...version, stages: [current] }];
  const surplus = versions.length - mostVersions;
  const unlabelled = versions.filter((one) => one.stages.length === 0).slice(0, Math.max(0, surplus));
  return { ...secret, changed: version.created, versions: versions.filter((one) => !unlabelled.includes(one)) };
}

/** The version with this id, this label, or both; without either the current one. */
export function findVersion(secret: Secret, id: string | undefined, stage: string | undefined): SecretVersion {
  const label = stage ?? (id === undefined ? current : undefined);
  const found = secret.versions.find(
    (one) => (id === undefined || one.id === id) && (label === undefined || one.stages.includes(label)),
  );
  if (found) return found;
  if (id !== undefined && label !== undefined && secret.versions.some((one) => one.id === id)) {
    throw new ServiceError(
      'InvalidRequestException',
      'You provided a VersionStage that is not associated to the provided VersionId.',
    );
  }
  const what = id === undefined ? `staging label: ${label}` : `VersionId: ${id}`;
  throw new ServiceError(
    'ResourceNotFoundException',
    `Secrets Manager can't find the specified secret value for ${what}`,
  );
}
