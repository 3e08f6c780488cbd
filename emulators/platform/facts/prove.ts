import { tryFact, wordsOf, type Environment, type Fact, type FactService, type Outcome } from './fact';

export interface Proving {
  environment: Environment;
  only?: readonly string[];
  write: (line: string) => void;
}

export interface Report {
  holds: number;
  differs: number;
  notTried: number;
}

const lines = (fact: Pick<Fact<never>, 'id' | 'says' | 'page'>, outcome: Outcome): string[] => {
  if (outcome.state === 'holds') return [`holds      ${fact.id}: ${fact.says}`];
  if (outcome.state === 'not-tried')
    return [`not tried  ${fact.id}: ${fact.says}`, `           because: ${outcome.reason}`];
  return [
    `DIFFERS    ${fact.id}: ${fact.says}`,
    `           ${outcome.what}`,
    `           ours:   ${outcome.ours}`,
    `           theirs: ${outcome.theirs}`,
    `           page:   ${fact.page}`,
  ];
};

/** The facts of a service under its name, for who runs them. */
export const proofOf = <Sandbox>(service: FactService<Sandbox>) => ({
  name: service.name,
  prove: (proving: Proving): Promise<Report> => prove(service, proving),
});

/**
 * Tries the facts of a service one after the other, and prints a line for each as it ends. `only` names the ids to try;
 * by default all. Everything that a fact made is removed, even if the fact failed.
 */
export async function prove<Sandbox>(
  service: FactService<Sandbox>,
  { environment, only = [], write }: Proving,
): Promise<Report> {
  const facts = service.facts.filter(({ id }) => only.length === 0 || only.includes(id));
  const unknown = only.filter((id) => !service.facts.some((fact) => fact.id === id));
  if (unknown.length > 0) throw new Error(`${service.name} has no fact ${unknown.join(', ')}`);
  const open = await service.open(environment);
  write(`${facts.length} facts about ${service.name}, asked of ${open.target}`);
  const report: Report = { holds: 0, differs: 0, notTried: 0 };
  try {
    for (const [index, fact] of facts.entries()) {
      write(`[${index + 1}/${facts.length}] ${fact.id} …`);
      const outcome = await tryInSandbox(fact, open.begin);
      if (outcome.state === 'holds') report.holds += 1;
      else if (outcome.state === 'differs') report.differs += 1;
      else report.notTried += 1;
      for (const line of lines(fact, outcome)) write(line);
    }
  } finally {
    await open.close();
  }
  write(`${report.holds} hold, ${report.differs} differ, ${report.notTried} could not be tried`);
  return report;
}

async function tryInSandbox<Sandbox>(
  fact: Fact<Sandbox>,
  begin: () => Promise<{ sandbox: Sandbox; close: () => Promise<void> }>,
): Promise<Outcome> {
  const { sandbox, close } = await begin();
  const outcome = await tryFact(fact, sandbox);
  try {
    await close();
    return outcome;
  } catch (error) {
    return { state: 'not-tried', reason: `what the check made could not be removed: ${wordsOf(error)}` };
  }
}

/** The lines of a proof about facts that do not hold or could not be tried. */
export const failuresIn = (lines: readonly string[]): string[] =>
  lines.filter((line) => /^(DIFFERS|not tried| {11})/.test(line));
