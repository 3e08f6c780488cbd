import { ServiceError } from './errors';

export type Attributes = Readonly<Record<string, string>>;

/** Seconds or bytes: least, most, default (API_CreateQueue). */
const numbers: Readonly<Record<string, readonly [number, number, number]>> = {
  MaximumMessageSize: [1024, 1_048_576, 1_048_576],
  MessageRetentionPeriod: [60, 1_209_600, 345_600],
  ReceiveMessageWaitTimeSeconds: [0, 20, 0],
  VisibilityTimeout: [0, 43_200, 30],
};
const choices: Readonly<Record<string, readonly string[]>> = {
  DeduplicationScope: ['queue', 'messageGroup'],
  FifoThroughputLimit: ['perQueue', 'perMessageGroupId'],
  SqsManagedSseEnabled: ['true', 'false'],
};
const fifoOnly = ['DeduplicationScope', 'FifoThroughputLimit'];

export interface RedrivePolicy {
  deadLetterTargetArn: string;
  maxReceiveCount: number;
}

export const redrivePolicyOf = ({ RedrivePolicy }: Attributes): RedrivePolicy | undefined =>
  RedrivePolicy ? (JSON.parse(RedrivePolicy) as RedrivePolicy) : undefined;

const wrong = (name: string, reason: string): ServiceError =>
  new ServiceError('InvalidAttributeValue', `Invalid value for the parameter ${name}. Reason: ${reason}`);

function readJson(name: string, text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Not JSON: refused below.
  }
  throw wrong(name, 'It is no JSON object.');
}

function readRedrivePolicy(
  text: string,
  queue: { arn: string; isFifo: boolean },
  find: (arn: string) => { isFifo: boolean } | undefined,
): string {
  const { deadLetterTargetArn, maxReceiveCount } = readJson('RedrivePolicy', text);
  const count = Number(maxReceiveCount);
  if (!Number.isInteger(count) || count < 1 || count > 1000)
    throw wrong('RedrivePolicy', 'maxReceiveCount is 1 to 1000.');
  const target = find(String(deadLetterTargetArn));
  if (!target) throw wrong('RedrivePolicy', 'Dead letter target does not exist.');
  if (target.isFifo !== queue.isFifo)
    throw wrong('RedrivePolicy', 'Dead-letter queue must be same type of queue as the source.');
  return JSON.stringify({ deadLetterTargetArn, maxReceiveCount: count });
}

/**
 * The attributes given for a queue, checked and each in one form, so that they can be compared.
 * @throws {ServiceError} InvalidAttributeName, InvalidAttributeValue
 */
export function readAttributes(
  given: Attributes,
  queue: { arn: string; isFifo: boolean },
  find: (arn: string) => { isFifo: boolean } | undefined,
): Attributes {
  const one = (name: string, value: string): string => {
    const range = numbers[name];
    if (range) {
      if (!/^\d+$/.test(value) || Number(value) < range[0] || Number(value) > range[1])
        throw wrong(name, `It is ${range[0]} to ${range[1]}.`);
      return String(Number(value));
    }
    if (fifoOnly.includes(name) && !queue.isFifo) throw unknown(name);
    if (choices[name]) {
      if (!choices[name].includes(value)) throw wrong(name, `It is ${choices[name].join(' or ')}.`);
      return value;
    }
    if (name === 'RedrivePolicy') return value && readRedrivePolicy(value, queue, find);
    throw unknown(name);
  };
  const read: Attributes = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, one(name, value)]));
  const { FifoThroughputLimit, DeduplicationScope } = read;
  if (FifoThroughputLimit === 'perMessageGroupId' && DeduplicationScope !== 'messageGroup')
    throw wrong('FifoThroughputLimit', 'perMessageGroupId needs the DeduplicationScope messageGroup.');
  return read;
}

export const unknown = (name: string): ServiceError =>
  new ServiceError('InvalidAttributeName', `Unknown Attribute ${name}.`);

/** The attributes of a new queue that nobody gave. */
export const defaultAttributes = (isFifo: boolean): Attributes => ({
  ...Object.fromEntries(Object.entries(numbers).map(([name, [, , value]]) => [name, String(value)])),
  SqsManagedSseEnabled: 'true',
  ...(isFifo && {
    FifoQueue: 'true',
    DeduplicationScope: 'queue',
    FifoThroughputLimit: 'perQueue',
  }),
});
