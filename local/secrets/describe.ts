import type { Secret } from './secret-store';

/**
 * The members that DescribeSecret and ListSecrets show: everything but the value. They name the versions' labels
 * differently.
 */
export const describe = (secret: Secret, stagesName: 'SecretVersionsToStages' | 'VersionIdsToStages'): object => ({
  ARN: secret.arn,
  Name: secret.name,
  Description: secret.description,
  KmsKeyId: secret.kmsKeyId,
  CreatedDate: secret.created,
  LastChangedDate: secret.changed,
  DeletedDate: secret.deletedSince,
  Tags: secret.tags,
  [stagesName]: Object.fromEntries(
    secret.versions.filter((one) => one.stages.length > 0).map((one) => [one.id, one.stages]),
  ),
});
