import type { IConstruct } from 'constructs';

/**
 * Has CloudFormation make these one after another, or as many at once as there are lanes, and delete them so too. It
 * makes all resources that wait for nothing at the same time, and a service that takes few requests a second refuses
 * the rest. All of API Gateway's settings together take 10 a second (API Gateway developer guide, "Quotas for creating,
 * deploying and managing an API"; an account cannot raise it), also where stacks are deployed at once; PutMetricAlarm
 * takes 3 (CloudWatch user guide, "CloudWatch service quotas").
 */
export function oneAfterAnother(constructs: readonly IConstruct[], lanes = 1): void {
  for (const [at, construct] of constructs.entries()) {
    const before = constructs[at - lanes];
    if (before) construct.node.addDependency(before);
  }
}
