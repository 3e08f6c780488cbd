/** What the templates made, and the keys of the outside services; part of `/__local/services`. */
export interface Ids {
  region: string;
  /** Table names by their name in the stage: `{users: "portal-local-users"}`. */
  tables: Record<string, string>;
  userPoolId: string;
  userPoolClientId: string;
  topicArn: string;
  /** ARNs of secrets by their name in the stage. */
  secretArns: Record<string, string>;
  stripeSecretKey: string;
  stripePublishableKey: string;
  kintoneApiToken: string;
}
