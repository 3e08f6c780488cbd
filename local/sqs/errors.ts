/** What older clients call an error; the SDK sends both names on (API reference, the errors of each operation). */
const queryCodes = {
  BatchEntryIdsNotDistinct: 'AWS.SimpleQueueService.BatchEntryIdsNotDistinct',
  BatchRequestTooLong: 'AWS.SimpleQueueService.BatchRequestTooLong',
  EmptyBatchRequest: 'AWS.SimpleQueueService.EmptyBatchRequest',
  InvalidAction: 'InvalidAction',
  InvalidAttributeName: 'InvalidAttributeName',
  InvalidAttributeValue: 'InvalidAttributeValue',
  InvalidBatchEntryId: 'AWS.SimpleQueueService.InvalidBatchEntryId',
  InvalidMessageContents: 'InvalidMessageContents',
  InvalidParameterValueException: 'InvalidParameterValue',
  MessageNotInflight: 'AWS.SimpleQueueService.MessageNotInflight',
  MissingAuthenticationToken: 'MissingAuthenticationToken',
  MissingRequiredParameterException: 'MissingParameter',
  PurgeQueueInProgress: 'AWS.SimpleQueueService.PurgeQueueInProgress',
  QueueDeletedRecently: 'AWS.SimpleQueueService.QueueDeletedRecently',
  QueueDoesNotExist: 'AWS.SimpleQueueService.NonExistentQueue',
  QueueNameExists: 'QueueAlreadyExists',
  ReceiptHandleIsInvalid: 'ReceiptHandleIsInvalid',
  ResourceNotFoundException: 'ResourceNotFoundException',
  TooManyEntriesInBatchRequest: 'AWS.SimpleQueueService.TooManyEntriesInBatchRequest',
} as const;

/** Names that no operation declares; all services have them. */
const common: readonly string[] = ['InvalidParameterValueException', 'MissingRequiredParameterException'];

/** An error of SQS's, by the name in its API reference. */
export class ServiceError extends Error {
  constructor(
    readonly code: keyof typeof queryCodes,
    message: string,
  ) {
    super(message);
  }

  get status(): number {
    return (
      { ReceiptHandleIsInvalid: 404, ResourceNotFoundException: 404, PurgeQueueInProgress: 403 }[this.code as string] ??
      400
    );
  }

  get queryCode(): string {
    return queryCodes[this.code];
  }

  get type(): string {
    return `${common.includes(this.code) ? 'com.amazon.coral.service' : 'com.amazonaws.sqs'}#${this.code}`;
  }
}

export const invalid = (message: string): ServiceError => new ServiceError('InvalidParameterValueException', message);
/** The words of a refused value. */
export const invalidValue = (name: string, value: unknown, reason: string): ServiceError =>
  invalid(`Value ${String(value)} for parameter ${name} is invalid. Reason: ${reason}`);
