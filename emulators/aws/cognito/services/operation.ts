import { constraint, notEmulated } from './errors';
import type { Cognito } from './cognito';

export interface Operation {
  name: string;
  run(cognito: Cognito, input: Record<string, unknown>): Promise<unknown>;
}

type WithRequired<Input, Name extends keyof Input> = Omit<Input, Name> & { [Key in Name]-?: NonNullable<Input[Key]> };

interface Definition<Input, Output, Name extends keyof Input> {
  requires: readonly Name[];
  /** The supported optional parameters. Any other one is refused by name. */
  takes?: readonly Exclude<keyof Input, Name>[];
  run: (cognito: Cognito, input: WithRequired<Input, Name>) => Promise<Output>;
}

/** Parameters that only inform risk scoring and analytics; they do not change an operation. */
const withoutEffect = new Set(['AnalyticsMetadata', 'UserContextData', 'ContextData']);

/** Declares one operation, typed by the SDK's request and response. */
export function operation<Input extends object, Output>(name: string) {
  return <Name extends keyof Input>(definition: Definition<Input, Output, Name>): Operation => {
    const known = new Set<PropertyKey>([...definition.requires, ...(definition.takes ?? [])]);
    return {
      name,
      run: (cognito, input) => {
        for (const [parameter, value] of Object.entries(input)) {
          if (value !== null && !known.has(parameter) && !withoutEffect.has(parameter))
            throw notEmulated(`the parameter ${parameter} of ${name}`);
        }
        for (const parameter of definition.requires as readonly string[]) {
          if (input[parameter] === undefined || input[parameter] === null)
            throw constraint(parameter, 'Member must not be null');
        }
        return definition.run(cognito, input as WithRequired<Input, Name>);
      },
    };
  };
}
