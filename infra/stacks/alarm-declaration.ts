import { ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';

/** The metric of an alarm, and the text for the person it alerts. */
export interface AlarmDeclaration {
  name: string;
  /** The customer's loss, in words. */
  impact: string;
  /** The section of docs/runbook.md with the instructions, by its anchor. */
  section: string;
  metric: IMetric;
  threshold: number;
  comparison: ComparisonOperator;
  /** Number of periods, all of which must be bad. */
  periods: number;
  missing: TreatMissingData;
}

/** The usual comparison: without data there is no alarm. */
export const atLeast = {
  comparison: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
  missing: TreatMissingData.NOT_BREACHING,
} as const;
