import { Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

/**
 * Gives the reason for accepting findings of cdk-nag's AWS Solutions rules (named without their prefix); see
 * infra/nag.test.ts.
 */
export function acknowledge(construct: IConstruct, reasons: Readonly<Record<string, string>>): void {
  for (const [rule, reason] of Object.entries(reasons))
    Validations.of(construct).acknowledge({ id: `AwsSolutions-${rule}`, reason });
}

type Part = string | { Ref: string } | { 'Fn::GetAtt': string[] };

/** A part of an ARN as cdk-nag writes it: `<Table>` for a reference, `<Table.Arn>` for an attribute. */
const written = (part: Part): string =>
  typeof part === 'string' ? part : `<${'Ref' in part ? part.Ref : part['Fn::GetAtt'].join('.')}>`;

/** Gives the reason for an ARN with a wildcard in a policy. */
export function acknowledgeWildcard(construct: IConstruct, arn: string, reason: string): void {
  const resolved = Stack.of(construct).resolve(arn) as string | { 'Fn::Join': [string, Part[]] };
  const parts = typeof resolved === 'string' ? [resolved] : resolved['Fn::Join'][1];
  acknowledge(construct, { [`IAM5[Resource::${parts.map(written).join('')}]`]: reason });
}
