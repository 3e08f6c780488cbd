type FailureKind = 'error' | 'crash' | 'timeout';

/** An invocation without a result: the function threw, its process ended, or its time ran out. */
export class FunctionFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
    this.name = 'FunctionFailure';
  }
}
