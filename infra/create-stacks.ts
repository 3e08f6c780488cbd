import { CrossStackReferences, ReferenceStrength, Tags, type App } from 'aws-cdk-lib';
import { callsOf, type Subject } from './functions/calls';
import type { Resources } from './functions/permissions';
import { ApiStack } from './stacks/api-stack';
import { AuthStack } from './stacks/auth-stack';
import { CallsStack, type CallsProps } from './stacks/calls-stack';
import { DataStack } from './stacks/data-stack';
import { EdgeStack } from './stacks/edge-stack';
import { JobsStack } from './stacks/jobs-stack';
import { ObservabilityStack } from './stacks/observability-stack';
import { OutsideStack } from './stacks/outside-stack';
import { WebStack } from './stacks/web-stack';
import { WorkflowsStack } from './stacks/workflows-stack';
import type { StageSettings } from './stage/stages';

/** The outputs of the build, deployed unchanged. */
export interface Built {
  /** Folder with one bundle folder for each function. */
  bundles: string;
  webFolder: string;
}

/** The subjects whose calls have a stack of their own. */
const ownStack = ['accounts', 'signIn', 'shops', 'billing', 'devices'] as const satisfies Subject[];
type CallsStacks = Record<(typeof ownStack)[number], CallsStack>;

const nameOf = (stage: StageSettings, what: string): string => `Portal-${stage.name}-${what}`;

/** CloudFormation itself refuses to delete stacks with users' data. */
const propsOf = (stage: StageSettings) => ({
  env: { region: stage.region, ...(stage.account && { account: stage.account }) },
  terminationProtection: stage.data === 'retain',
});

/** The stacks that hold users' data; the others refer to them. */
export function createDataStacks(app: App, stage: StageSettings, bundles: string) {
  const props = { ...propsOf(stage), stage };
  const data = new DataStack(app, nameOf(stage, 'Data'), props);
  return { data, auth: new AuthStack(app, nameOf(stage, 'Auth'), { ...props, key: data.key, bundles }) };
}

const createCallsStacks = (app: App, stage: StageSettings, props: Omit<CallsProps, 'calls'>): CallsStacks =>
  Object.fromEntries(
    ownStack.map((subject) => {
      const id = nameOf(stage, `${subject.charAt(0).toUpperCase()}${subject.slice(1)}`);
      return [subject, new CallsStack(app, id, { ...propsOf(stage), ...props, calls: callsOf(subject) })];
    }),
  ) as CallsStacks;

/**
 * All stacks of a stage, split by the data that may be lost: auth and data hold users' data, the others can be created
 * again. They refer to each other by exports, and across regions by plain outputs (Fn::GetStackOutput). CloudFormation
 * looks up a plain output for each occurrence and throttles many look-ups in one template (decisions/stages).
 */
export function createStacks(app: App, stage: StageSettings, built: Built) {
  CrossStackReferences.of(app).consume(ReferenceStrength.STRONG);
  const name = (what: string): string => nameOf(stage, what);
  const props = propsOf(stage);
  const { bundles } = built;
  Tags.of(app).add('portal:stage', stage.name);
  // CloudFormation takes no notice of a DeletionPolicy that alone has changed
  // (aws-cloudformation/cloudformation-coverage-roadmap#1543): what a stage kept would outlive it.
  Tags.of(app).add('portal:data', stage.data);

  const { data, auth } = createDataStacks(app, stage, bundles);
  const resources: Resources = { stage, data, auth };
  const api = new ApiStack(app, name('Api'), { ...props, resources, bundles });
  const callsStacks = createCallsStacks(app, stage, { gateway: api.gateway, resources, bundles });
  const jobs = new JobsStack(app, name('Jobs'), { ...props, resources, bundles });
  // CloudFront uses only resources in us-east-1 (AWS WAF developer guide, "CloudFront").
  const edgeProps = { ...props, env: { ...props.env, region: 'us-east-1' }, stage };
  const edge = stage.waf && new EdgeStack(app, name('Edge'), { ...edgeProps, waf: stage.waf });
  const web = new WebStack(app, name('Web'), {
    ...props,
    stage,
    api: api.api,
    webFolder: built.webFolder,
    ...(edge && { webAclArn: edge.webAclArn }),
  });
  web.addStackDependency(data); // its configuration names a secret by name
  // A new page finds the calls that it makes.
  for (const stack of Object.values(callsStacks)) web.addStackDependency(stack);
  const outside = new OutsideStack(app, name('Outside'), { ...edgeProps, web, webAclArn: edge?.webAclArn });
  const observability = new ObservabilityStack(app, name('Observability'), {
    ...props,
    stage,
    data,
    api: api.api,
    failedJobs: jobs.failed,
  });
  // It filters log groups by name.
  for (const stack of [jobs, ...Object.values(callsStacks)]) observability.addStackDependency(stack);
  const workflows =
    stage.github &&
    new WorkflowsStack(app, name('Workflows'), { ...props, stage, ...stage.github, data, userPool: auth.userPool });
  return {
    data,
    auth,
    api,
    ...callsStacks,
    jobs,
    ...(edge && { edge }),
    web,
    outside,
    observability,
    ...(workflows && { workflows }),
  };
}

/** The stacks of a stage; `edge` only if the stage has a firewall, `workflows` only if it names a repository. */
export type Stacks = ReturnType<typeof createStacks>;
