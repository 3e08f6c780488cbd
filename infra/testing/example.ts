import { synthesize } from './synthesize';

interface Resource {
  Type: string;
  Properties: Record<string, unknown> & { FunctionName?: string };
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

/** The templates of the stage `example`, which has every optional part. */
export const stacks = synthesize('example');
export const all = Object.values(stacks);

/** Those with the functions of the calls. */
const { api, accounts, signIn, shops, billing, devices } = stacks;
export const callStacks = [api, accounts, signIn, shops, billing, devices];

export const resourcesOf = (type: string, from = all): Resource[] =>
  from.flatMap((template) => Object.values(template.findResources(type)) as Resource[]);

/** The functions of the portal, without those that CDK adds for its own use. */
export const portalFunctions = (): Resource[] =>
  resourcesOf('AWS::Lambda::Function').filter((fn) => fn.Properties.FunctionName?.startsWith('portal-'));

/** The functions that a schedule starts. */
export const jobNames = (): string[] =>
  resourcesOf('AWS::Lambda::Function', [stacks.jobs])
    .map((fn) => String(fn.Properties.FunctionName).replace('portal-example-', ''))
    .filter((name) => name !== 'run-tasks');

/** The names in the stage of the functions that have a variable. */
export const functionsWith = (variable: string): string[] =>
  portalFunctions()
    .filter((fn) => variable in (fn.Properties['Environment'] as { Variables: object }).Variables)
    .map((fn) => String(fn.Properties.FunctionName).replace('portal-example-', ''));

interface PolicyDocument {
  Statement: { Action: string | string[]; Resource: unknown }[];
}

/** What each function may do, by its role's own policy. */
export const policiesOfFunctions = (): PolicyDocument[] =>
  resourcesOf('AWS::IAM::Role')
    .flatMap((role) => (role.Properties['Policies'] ?? []) as { PolicyName: string; PolicyDocument: PolicyDocument }[])
    .filter(({ PolicyName }) => PolicyName === 'access')
    .map((policy) => policy.PolicyDocument);
