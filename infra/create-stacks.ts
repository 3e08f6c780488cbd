import { Tags, type App } from 'aws-cdk-lib';
import type { Resources } from './grants';
import { ApiStack } from './stacks/api-stack';
import { AuthStack } from './stacks/auth-stack';
import { DataStack } from './stacks/data-stack';
import { JobsStack } from './stacks/jobs-stack';
import { WebStack } from './stacks/web-stack';
import type { StageSettings } from './stages';

/** What was built before, and is deployed as it is. */
export interface Built {
  /** Folder with one bundle folder a function. */
  bundles: string;
  /** Folder of the built page. */
  webFolder: string;
}

/** All stacks of a stage, split by what may be lost: auth and data hold people's own, the rest can be made again. */
export function createStacks(app: App, stage: StageSettings, built: Built): { auth: AuthStack; data: DataStack; api: ApiStack; jobs: JobsStack; web: WebStack } {
  const name = (what: string): string => `Portal-${stage.name}-${what}`;
  const props = { env: { region: stage.region, ...(stage.account && { account: stage.account }) } };
  Tags.of(app).add('portal:stage', stage.name);

  const data = new DataStack(app, name('Data'), { ...props, stage });
  const auth = new AuthStack(app, name('Auth'), { ...props, stage, bundles: built.bundles });
  const resources: Resources = {
    stage,
    usersTable: data.usersTable,
    devicesTable: data.devicesTable,
    auditTable: data.auditTable,
    staffTopic: data.staffTopic,
    stripeSecret: data.stripeSecret,
    recordsSecret: data.recordsSecret,
    masterPasswordSecret: data.masterPasswordSecret,
    userPool: auth.userPool,
    userPoolClient: auth.userPoolClient,
  };
  const api = new ApiStack(app, name('Api'), { ...props, resources, bundles: built.bundles });
  const jobs = new JobsStack(app, name('Jobs'), { ...props, resources, bundles: built.bundles });
  const web = new WebStack(app, name('Web'), { ...props, stage, api: api.api, webFolder: built.webFolder });
  return { auth, data, api, jobs, web };
}
