/** An error of SNS's, with the code and status of its API reference. */
export class ServiceError extends Error {
  constructor(
    readonly code: 'InvalidAction' | 'InvalidParameter' | 'MissingAuthenticationToken' | 'NotFound' | BatchCode,
    message: string,
    readonly status = code === 'NotFound' ? 404 : 400,
  ) {
    super(message);
  }
}

type BatchCode = 'BatchEntryIdsNotDistinct' | 'EmptyBatchRequest' | 'TooManyEntriesInBatchRequest';

export const invalid = (message: string): ServiceError =>
  new ServiceError('InvalidParameter', `Invalid parameter: ${message}`);
