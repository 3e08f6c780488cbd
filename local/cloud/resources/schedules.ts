import type { ResourceType } from '../deployed/resource-type';
import { parseExpression } from '../schedule/expression';

const parsedInput = (input: unknown): { input?: unknown } =>
  typeof input === 'string' ? { input: JSON.parse(input) as unknown } : {};

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
    parseExpression(ScheduleExpression, ScheduleExpressionTimezone);
    if (State === 'ENABLED')
      deployed.schedules.push({
        name: Name,
        expression: ScheduleExpression,
        timeZone: ScheduleExpressionTimezone,
        functionArn: Target.Arn,
        ...parsedInput(Target.Input),
      });
    return {
      ref: Name,
      attributes: { Arn: `arn:aws:scheduler:${deployed.region}:${deployed.account}:schedule/default/${Name}` },
    };
  },
};

/** EventBridge rules that run by the clock; rules on events do not exist here. */
export const eventsRule: ResourceType = {
  types: ['AWS::Events::Rule'],
  async make({ properties, generatedName }, { deployed }) {
    const {
      Name = generatedName,
      ScheduleExpression,
      State = 'ENABLED',
      Targets = [],
    } = properties as {
      Name?: string;
      ScheduleExpression?: string;
      State?: string;
      Targets?: { Arn: string; Input?: unknown }[];
    };
    if (ScheduleExpression === undefined)
      throw new Error('rules with an event pattern are not known to the local cloud');
    parseExpression(ScheduleExpression, 'UTC');
    for (const target of State === 'ENABLED' ? Targets : []) {
      deployed.schedules.push({
        name: Name,
        expression: ScheduleExpression,
        timeZone: 'UTC',
        functionArn: target.Arn,
        ...parsedInput(target.Input),
      });
    }
    return { ref: Name, attributes: { Arn: `arn:aws:events:${deployed.region}:${deployed.account}:rule/${Name}` } };
  },
};
