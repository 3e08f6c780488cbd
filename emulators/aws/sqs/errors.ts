/** Errors that all services have; the SDK calls them by the name that older clients know (API reference, "Errors"). */
const olderNames: Readonly<Record<string, string>> = {
  InvalidParameterValueException: 'InvalidParameterValue',
  MissingRequiredParameterException: 'MissingParameter',
};

/** An error of SQS's, by the name in its API reference; all of them are HTTP 400 here. */
export class ServiceError extends Error {
  constructor(
    readonly code:
      | 'BatchEntryIdsNotDistinct'
      | 'BatchRequestTooLong'
      | 'EmptyBatchRequest'
      | 'InvalidAction'
      | 'InvalidAttributeName'
      | 'InvalidAttributeValue'
      | 'InvalidBatchEntryId'
      | 'InvalidMessageContents'
      | 'InvalidParameterValueException'
      | 'MessageNotInflight'
      | 'MissingAuthenticationToken'
      | 'MissingRequiredParameterException'
      | 'PurgeQueueInProgress'
      | 'QueueDeletedRecently'
      | 'QueueDoesNotExist'
      | 'QueueNameExists'
      | 'ReceiptHandleIsInvalid'
      | 'ResourceNotFoundException'
      | 'TooManyEntriesInBatchRequest',
    message: string,
  ) {
    super(message);
  }

  get queryCode(): string {
    return olderNames[this.code] ?? this.code;
  }
}

export const invalid = (message: string): ServiceError => new ServiceError('InvalidParameterValueException', message);
export const missing = (name: string): ServiceError =>
  new ServiceError('MissingRequiredParameterException', `The request must contain the parameter ${name}.`);
/** The words of a refused value. */
export const invalidValue = (name: string, value: unknown, reason: string): ServiceError =>
  invalid(`Value ${String(value)} for parameter ${name} is invalid. Reason: ${reason}`);
