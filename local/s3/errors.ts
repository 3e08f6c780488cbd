/** An error of S3's, with the code and status of its API reference ("Error responses"). */
export class ServiceError extends Error {
  constructor(
    readonly code:
      | 'AccessDenied'
      | 'BadDigest'
      | 'BucketAlreadyOwnedByYou'
      | 'ConditionalRequestConflict'
      | 'EntityTooLarge'
      | 'EntityTooSmall'
      | 'InvalidArgument'
      | 'BucketNotEmpty'
      | 'InvalidBucketState'
      | 'InvalidPart'
      | 'InvalidPartOrder'
      | 'InvalidRequest'
      | 'MalformedXML'
      | 'MethodNotAllowed'
      | 'NoSuchBucket'
      | 'NoSuchKey'
      | 'NoSuchUpload'
      | 'NoSuchVersion'
      | 'NotImplemented'
      | 'PreconditionFailed'
      | 'SignatureDoesNotMatch',
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const notImplemented = (what: string): ServiceError =>
  new ServiceError('NotImplemented', 501, `${what} is not supported by the S3 emulator`);
