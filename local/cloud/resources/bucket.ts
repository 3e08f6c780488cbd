import { BucketAlreadyOwnedByYou, CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import type { ResourceType } from '../deployed/resource-type';

/** A bucket without versions; a generated name is in lower case, as S3 asks for (user guide, "Bucket naming rules"). */
export const bucket: ResourceType = {
  types: ['AWS::S3::Bucket'],
  async make({ properties, generatedName }, { clients }) {
    const name = typeof properties['BucketName'] === 'string' ? properties['BucketName'] : generatedName.toLowerCase();
    const foreign = ['VersioningConfiguration', 'ObjectLockConfiguration'].find((one) => one in properties);
    if (foreign !== undefined) throw new Error(`${foreign} is not known to the local cloud`);
    const made = clients.of('s3', S3Client).send(new CreateBucketCommand({ Bucket: name }));
    await made.catch((error: unknown) => {
      if (!(error instanceof BucketAlreadyOwnedByYou)) throw error;
    });
    const domain = `${name}.s3.amazonaws.com`;
    return { ref: name, attributes: { Arn: `arn:aws:s3:::${name}`, DomainName: domain, RegionalDomainName: domain } };
  },
};
