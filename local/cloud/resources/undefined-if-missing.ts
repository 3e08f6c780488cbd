/** For the rejection of an AWS request: undefined if what it names does not exist; throws any other error again. */
export function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
  throw error;
}
