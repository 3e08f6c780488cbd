import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Gives the reason for accepting findings of cdk-nag's AWS Solutions rules (named without their prefix); see
 * infra/nag.test.ts.
 */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [rule, reason] of Object.entries(reasons))
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason });
}
