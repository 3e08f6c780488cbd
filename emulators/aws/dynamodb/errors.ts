import type { Refusal } from 'dynalite/db/index.js';

/** The body of a refusal as AWS JSON 1.0 sends it; some errors carry more than a message. */
export type ErrorBody = { __type: string; message?: string; Message?: string } & Record<string, unknown>;

const services = {
  dynamodb: 'com.amazonaws.dynamodb.v20120810',
  service: 'com.amazon.coral.service',
  validate: 'com.amazon.coral.validate',
} as const;

/** A refusal by DynamoDB, in the same shape as the errors that dynalite makes. */
export class ServiceError extends Error implements Refusal {
  readonly statusCode = 400;
  readonly body: ErrorBody;

  constructor(
    name: string,
    message: string,
    options: { from?: keyof typeof services; details?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.body = { __type: `${services[options.from ?? 'dynamodb']}#${name}`, message, ...options.details };
  }
}

export const validationError = (message: string): ServiceError =>
  new ServiceError('ValidationException', message, { from: 'validate' });

export const missing = (member: string): ServiceError =>
  validationError(
    `1 validation error detected: Value null at '${member}' failed to satisfy constraint: Member must not be null`,
  );

export function isRefusal(error: unknown): error is Refusal & { body: ErrorBody } {
  return error instanceof Error && 'statusCode' in error && 'body' in error;
}

/**
 * `ConditionalCheckFailedException` of a refusal's
 * `com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException`.
 */
export const nameOf = (error: Refusal): string => error.body.__type.split('#').at(-1) ?? '';

export const messageOf = (error: Refusal): string => error.body.message ?? error.body.Message ?? '';
