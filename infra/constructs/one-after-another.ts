import type { IConstruct } from 'constructs';

/**
 * Has CloudFormation make these one after another, or as many at once as there are lanes, and delete them so too: it
 * makes all at once, and services refuse more than a few a second. All of API Gateway's settings together take 10
 * (developer guide, "Quotas for creating, deploying and managing an API"); PutMetricAlarm takes 3 (CloudWatch user
 * guide, "Service quotas").
 */
export function oneAfterAnother(constructs: readonly IConstruct[], lanes = 1): void {
  for (const [at, construct] of constructs.entries()) {
    const before = constructs[at - lanes];
    if (before) construct.node.addDependency(before);
  }
}
