import type { CreateUserPoolCommandInput } from '@aws-sdk/client-cognito-identity-provider';

/** The ARN of a trigger's function; `functions` holds it by this name. */
export const arnOf = (name: string): string => `arn:aws:lambda:ap-northeast-1:000000000000:function:${name}`;

/** The triggers of a pool, each with a function of its own. */
export const LambdaConfig: CreateUserPoolCommandInput['LambdaConfig'] = {
  CustomMessage: arnOf('message'),
  PreSignUp: arnOf('pre-sign-up'),
  PostConfirmation: arnOf('post-confirmation'),
  PreAuthentication: arnOf('pre-authentication'),
  PostAuthentication: arnOf('post-authentication'),
  PreTokenGeneration: arnOf('token'),
};

export interface TriggerEvent {
  triggerSource: string;
  userName: string;
  request: {
    userAttributes: Record<string, string>;
    clientMetadata?: Record<string, string>;
    validationData?: Record<string, string> | null;
  };
  response: Record<string, unknown>;
}

/** Runs the functions that a test gives, and keeps the events. A trigger without a function changes nothing. */
export class RecordedTriggers {
  /** Events that triggers received, in order. */
  events: TriggerEvent[] = [];
  /** What a trigger does, by the name of its function. */
  functions: Record<string, (event: TriggerEvent) => unknown> = {};

  readonly invoke = async (functionArn: string, event: unknown): Promise<unknown> => {
    this.events.push(structuredClone(event) as TriggerEvent);
    return this.functions[functionArn.split(':').at(-1) ?? '']?.(event as TriggerEvent) ?? event;
  };

  sources(): string[] {
    return this.events.map(({ triggerSource }) => triggerSource);
  }

  reset(): void {
    this.events = [];
    this.functions = {};
  }
}

/** A trigger that fills in these fields of the response. */
export const respond = (response: Record<string, unknown>) => (event: TriggerEvent) => ({
  ...event,
  response: { ...event.response, ...response },
});
