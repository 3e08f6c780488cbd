/** The result of a check: `wrong` must be corrected, `unknown` not seen from here, `question` is for people. */
export interface Finding {
  what: string;
  state: 'ok' | 'wrong' | 'unknown' | 'question';
  say: string;
}

export const ok = (what: string, say: string): Finding => ({ what, state: 'ok', say });
export const wrong = (what: string, say: string): Finding => ({ what, state: 'wrong', say });
export const unknown = (what: string, say: string): Finding => ({ what, state: 'unknown', say });
export const question = (what: string, say: string): Finding => ({ what, state: 'question', say });

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs a check; its failure becomes a finding, so that the findings of the other checks are kept. */
export async function asFinding(what: string, look: () => Promise<Finding | Finding[]>): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    return [unknown(what, `could not be looked at: ${reason(error)}`)];
  }
}
