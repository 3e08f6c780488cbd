/** Physical name of a function, schedule, pool or table of a stage; `portal-<stage>-<what>`. */
export const physicalName = (stage: string, what: string): string => `portal-${stage}-${what}`;

/** The header in which CloudFront shows the API that a request came through it. */
export const originHeader = 'x-origin-key';
