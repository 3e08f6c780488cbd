import { BlockPublicAccess, BucketEncryption, type BucketProps } from 'aws-cdk-lib/aws-s3';
import { removalPolicyOf } from '../stage/names';
import type { StageSettings } from '../stage/stages';

/** The settings of a bucket that nobody outside the account reads. */
export const closedBucket = (stage: StageSettings) =>
  ({
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    removalPolicy: removalPolicyOf(stage),
    // CloudFormation cannot delete a bucket that holds objects.
    autoDeleteObjects: stage.data === 'destroy',
  }) satisfies BucketProps;
