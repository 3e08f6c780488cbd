/** An error of SES's, with the name and status of its API v2 reference. */
export class ServiceError extends Error {
  constructor(
    readonly code:
      | 'BadRequestException'
      | 'MessageRejected'
      | 'MissingAuthenticationTokenException'
      | 'NotFoundException',
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

export const badRequest = (message: string): ServiceError => new ServiceError('BadRequestException', message);
