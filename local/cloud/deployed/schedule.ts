/** A schedule as the templates declare it. */
export interface Schedule {
  /** Physical name, `portal-local-reconcile-shops`. */
  name: string;
  /** `rate(1 hour)` or `cron(0 3 * * ? *)`. */
  expression: string;
  timeZone: string;
  functionArn: string;
}
