import type { ResourceType } from '../deployed/resource-type';
import { parseExpression } from '../schedule/expression';

/** EventBridge Scheduler's schedules with a Lambda function as their target. */
export const schedulerSchedule: ResourceType = {
  types: ['AWS::Scheduler::Schedule'],
  async make({ properties, generatedName }, { deployed }) {
    const {
      Name = generatedName,
      ScheduleExpression,
      ScheduleExpressionTimezone = 'UTC',
      State = 'ENABLED',
      Target,
    } = properties as {
      Name?: string;
      ScheduleExpression: string;
      ScheduleExpressionTimezone?: string;
      State?: string;
      Target: { Arn: string; Input?: unknown };
    };
    if (Target.Input !== undefined) throw new Error('the input of a schedule is not known to the local cloud');
    parseExpression(ScheduleExpression, ScheduleExpressionTimezone);
    if (State === 'ENABLED')
      deployed.schedules.push({
        name: Name,
        expression: ScheduleExpression,
        timeZone: ScheduleExpressionTimezone,
        functionArn: Target.Arn,
      });
    return {
      ref: Name,
      attributes: { Arn: `arn:aws:scheduler:${deployed.region}:${deployed.account}:schedule/default/${Name}` },
    };
  },
};
