import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  PutBucketVersioningCommand,
  PutObjectLockConfigurationCommand,
  S3Client,
  type ObjectLockConfiguration,
} from '@aws-sdk/client-s3';
import type { ResourceType } from '../deployed/resource-type';

/** A bucket; a generated name is in lower case, as S3 asks for (S3 user guide, "Bucket naming rules"). */
export const bucket: ResourceType = {
  types: ['AWS::S3::Bucket'],
  async make({ properties, generatedName }, { clients }) {
    const name = typeof properties['BucketName'] === 'string' ? properties['BucketName'] : generatedName.toLowerCase();
    const client = clients.of('s3', S3Client);
    await client.send(new CreateBucketCommand({ Bucket: name })).catch((error: unknown) => {
      if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
    });
    const { Status } = (properties['VersioningConfiguration'] ?? {}) as { Status?: string };
    if (Status === 'Enabled')
      await client.send(
        new PutBucketVersioningCommand({ Bucket: name, VersioningConfiguration: { Status: 'Enabled' } }),
      );
    const { Rule } = (properties['ObjectLockConfiguration'] ?? {}) as Partial<ObjectLockConfiguration>;
    if (Rule)
      await client.send(
        new PutObjectLockConfigurationCommand({
          Bucket: name,
          ObjectLockConfiguration: { ObjectLockEnabled: 'Enabled', Rule },
        }),
      );
    const domain = `${name}.s3.amazonaws.com`;
    return { ref: name, attributes: { Arn: `arn:aws:s3:::${name}`, DomainName: domain, RegionalDomainName: domain } };
  },
};
