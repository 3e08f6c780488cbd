/** What a function, schedule or table is called within its stage: `login` for `portal-local-login`. */
export const nameInStage = (physical: string): string => physical.replace(/^portal-local-/, '');
