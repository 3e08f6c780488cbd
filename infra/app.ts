import { App } from 'aws-cdk-lib';
import { localStage } from '#shared/limits';
import { createStacks } from './create-stacks';
import { stageSettings } from './stage/stages';

const app = new App();
const stage = stageSettings((app.node.tryGetContext('stage') as string | undefined) ?? localStage);
createStacks(app, stage, { bundles: 'build/functions', webFolder: 'frontend/dist' });
app.synth();
