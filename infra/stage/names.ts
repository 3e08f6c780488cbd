import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageSettings } from './stages';

/** Physical name of a function, schedule, pool or table of a stage: `portal-<stage>-<what>`. */
export const physicalName = (stage: string, what: string): string => `portal-${stage}-${what}`;

/** Name of the vault of copies; another key is another vault, because a vault keeps its key. */
export const vaultName = (stage: StageSettings): string =>
  physicalName(stage.name, stage.ownKey ? 'copies' : 'copies-unkeyed');

/**
 * Name of the log group of the gateway. The account's policy for delivered logs gets an entry for each group and is
 * full at 5,120 characters; then only groups with this beginning are accepted (CloudWatch Logs user guide, "Logs sent
 * to CloudWatch Logs").
 */
export const apiLogName = (stage: string): string => `/aws/vendedlogs/${physicalName(stage, 'api')}`;

export const exportsName = (stage: StageSettings, account: string): string =>
  `${physicalName(stage.name, 'exports')}-${account}`;

/** The header that CloudFront adds, which proves to the API that a request came through CloudFront. */
export const originHeader = 'x-origin-key';

/** The domain of a sender's address, which is the identity that is verified in SES. */
export const mailDomain = (address: string): string => address.slice(address.indexOf('@') + 1);

/**
 * Whether a stage's data, files and logs are deleted with their stack or resource. Those of a failed first deployment
 * are always deleted, because they would block the next one (CloudFormation user guide, "DeletionPolicy attribute",
 * RetainExceptOnCreate).
 */
export const removalPolicyOf = (stage: StageSettings): RemovalPolicy =>
  stage.data === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
