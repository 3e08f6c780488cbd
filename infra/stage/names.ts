import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageSettings } from './stages';

/** Physical name of a function, schedule, pool or table of a stage: `portal-<stage>-<what>`. */
export const physicalName = (stage: string, what: string): string => `portal-${stage}-${what}`;

/** The header that CloudFront adds, so that the API knows that a request came through it. */
export const originHeader = 'x-origin-key';

/** What happens to a stage's data, files and logs when a stack or a resource is deleted. */
export const removalPolicyOf = (stage: StageSettings): RemovalPolicy =>
  stage.data === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
