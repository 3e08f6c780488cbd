/** An error of Secrets Manager's, named as in its API reference; all of them are HTTP 400. */
export class ServiceError extends Error {
  constructor(
    readonly code:
      | 'InvalidParameterException'
      | 'InvalidRequestException'
      | 'MissingAuthenticationTokenException'
      | 'ResourceExistsException'
      | 'ResourceNotFoundException'
      | 'SerializationException'
      | 'UnknownOperationException',
    message: string,
  ) {
    super(message);
  }
}

export const notFound = (): ServiceError =>
  new ServiceError('ResourceNotFoundException', "Secrets Manager can't find the specified secret.");
export const invalid = (message: string): ServiceError => new ServiceError('InvalidParameterException', message);
