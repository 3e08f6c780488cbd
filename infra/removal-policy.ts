import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageSettings } from './stages';

/** What becomes of a stage's data, files and logs when a stack or a resource goes. */
export const removalPolicyOf = (stage: StageSettings): RemovalPolicy =>
  stage.data === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
