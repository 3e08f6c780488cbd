/** A statement of a role's policy, everything resolved (IAM User Guide, "IAM JSON policy elements"). */
export interface Statement {
  effect: 'Allow' | 'Deny';
  actions: string[];
  resources: string[];
}

const texts = (value: unknown): string[] => [value].flat().map(String);

/**
 * Reads the statements of a resolved policy document.
 * @throws for elements that this cloud does not evaluate
 */
export function readStatements(document: unknown, where: string): Statement[] {
  const { Statement: statements } = document as { Statement?: unknown };
  return [statements].flat().map((statement) => {
    const { Effect, Action, Resource, NotAction, NotResource } = statement as Record<string, unknown>;
    if (NotAction !== undefined || NotResource !== undefined)
      throw new Error(`${where}: NotAction and NotResource are not known to the local cloud`);
    if (Effect !== 'Allow' && Effect !== 'Deny')
      throw new Error(`${where}: a statement has the effect ${String(Effect)}`);
    return { effect: Effect, actions: texts(Action), resources: texts(Resource) };
  });
}

/** Whether `*` and `?` of a pattern cover a text; actions are compared without regard to case, as IAM does. */
export function covers(pattern: string, text: string, options: { ignoreCase?: boolean } = {}): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, options.ignoreCase ? 'is' : 's').test(text);
}

/**
 * Whether statements allow an action on a resource: some statement allows it and none denies it. Conditions are not
 * evaluated.
 */
export function allows(statements: readonly Statement[], action: string, resource: string): boolean {
  const concern = statements.filter(
    (statement) =>
      statement.actions.some((pattern) => covers(pattern, action, { ignoreCase: true })) &&
      statement.resources.some((pattern) => covers(pattern, resource)),
  );
  return concern.length > 0 && concern.every((statement) => statement.effect === 'Allow');
}

/** The name of a function, schedule or table within its stage: `login` for `portal-local-login`. */
export const nameInStage = (physical: string): string => physical.replace(/^portal-local-/, '');
