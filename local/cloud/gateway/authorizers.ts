import type { DeployedAuthorizer } from '../deployed/deployed';

type Judgement = 'authorized' | 'missing' | 'refused';

/** Calls authorizers and keeps their results, as the gateway does. */
export class Authorizers {
  readonly #remembered = new Map<string, { at: number; isAuthorized: boolean }>();

  constructor(
    private readonly options: { invoke: (functionArn: string, event: unknown) => Promise<unknown>; now: () => number },
  ) {}

  /** Drops the results of earlier templates. */
  forget(): void {
    this.#remembered.clear();
  }

  /**
   * Without the header the authorizer is not called. Any result other than a clear yes means no.
   * @throws FunctionFailure if the function fails
   */
  async judge(
    authorizer: DeployedAuthorizer,
    event: { headers: Record<string, string | undefined> },
  ): Promise<Judgement> {
    const value = event.headers[authorizer.header];
    if (value === undefined || value === '') return 'missing';
    const key = `${authorizer.functionArn} ${value}`;
    const known = this.#remembered.get(key);
    if (known && this.options.now() - known.at < authorizer.ttlSeconds * 1000)
      return known.isAuthorized ? 'authorized' : 'refused';
    const response = await this.options.invoke(authorizer.functionArn, {
      ...event,
      version: '2.0',
      type: 'REQUEST',
      identitySource: [value],
    });
    const isAuthorized = (response as { isAuthorized?: unknown } | undefined)?.isAuthorized === true;
    this.#remembered.set(key, { at: this.options.now(), isAuthorized });
    return isAuthorized ? 'authorized' : 'refused';
  }
}
