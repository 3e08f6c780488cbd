/** The name of a function, schedule or table within its stage: `login` for `portal-local-login`. */
export const nameInStage = (physical: string): string => physical.replace(/^portal-local-/, '');
