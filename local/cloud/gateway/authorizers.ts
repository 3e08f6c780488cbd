import type { DeployedAuthorizer } from '../deployed/deployed';

type Judgement = 'authorized' | 'missing' | 'refused';

/** Asks authorizers and remembers what they said, as the gateway does. */
export class Authorizers {
  readonly #remembered = new Map<string, { at: number; isAuthorized: boolean }>();

  constructor(
    private readonly options: { invoke: (functionArn: string, event: unknown) => Promise<unknown>; now: () => number },
  ) {}

  /** What was remembered of earlier templates says nothing of new ones. */
  forget(): void {
    this.#remembered.clear();
  }

  /**
   * Without the header nobody is asked; whatever is no clear yes is a no.
   * @throws FunctionFailure where the function fails
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
    const answer = await this.options.invoke(authorizer.functionArn, {
      ...event,
      version: '2.0',
      type: 'REQUEST',
      identitySource: [value],
    });
    const isAuthorized = (answer as { isAuthorized?: unknown } | undefined)?.isAuthorized === true;
    this.#remembered.set(key, { at: this.options.now(), isAuthorized });
    return isAuthorized ? 'authorized' : 'refused';
  }
}
