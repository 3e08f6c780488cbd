import type { Deployed } from '../deployed/deployed';
import { nameInStage } from '../deployed/statement';
import type { Outside } from './outside';

/** The ids of the resources from the templates, and the keys of the outside services; part of `/__local/services`. */
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

export function idsOf(deployed: Deployed, outside: Outside): Ids {
  const { region, tables, userPoolId, userPoolClientId, topicArn, secrets } = deployed;
  return {
    region,
    tables: Object.fromEntries(tables.map((name) => [nameInStage(name), name])),
    userPoolId,
    userPoolClientId,
    topicArn,
    secretArns: Object.fromEntries([...secrets].map(([name, arn]) => [nameInStage(name), arn])),
    stripeSecretKey: outside.stripe.secretKey,
    stripePublishableKey: outside.stripe.publishableKey,
    kintoneApiToken: outside.kintoneApiToken,
  };
}
