const connectionFailures = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN', 'UND_ERR_SOCKET']);
const namesOfOutage = new Set([
  'TimeoutError', 'RequestTimeout', 'ThrottlingException', 'TooManyRequestsException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded',
  'ServiceUnavailable', 'InternalServerError', 'InternalErrorException', 'InternalFailure',
]);

/** Whether an error of an AWS client says that the service cannot be reached or is overloaded, so that trying later may help. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  return connectionFailures.has(String(code)) || namesOfOutage.has(error.name) || ($metadata?.httpStatusCode ?? 0) >= 500;
}
