import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageSettings } from './stages';

/** Physical name of a function, schedule, pool or table of a stage: `portal-<stage>-<what>`. */
export const physicalName = (stage: string, what: string): string => `portal-${stage}-${what}`;

/** The header that CloudFront adds, so that the API knows that a request came through it. */
export const originHeader = 'x-origin-key';

/** The domain of a sender's address, which is the identity that is verified in SES. */
export const mailDomain = (address: string): string => address.slice(address.indexOf('@') + 1);

/**
 * What happens to a stage's data, files and logs when a stack or a resource is deleted. What a first deployment has made
 * before it failed is deleted in any case: it would stand in the way of the second one (CloudFormation user guide,
 * "DeletionPolicy attribute", RetainExceptOnCreate).
 */
export const removalPolicyOf = (stage: StageSettings): RemovalPolicy =>
  stage.data === 'retain' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
