import { App } from 'aws-cdk-lib';
import { createStacks } from './create-stacks';
import { stageSettings } from './stage/stages';

const app = new App();
const stage: unknown = app.node.tryGetContext('stage');
// The laptop's would be deployed otherwise, whose pages open nowhere else.
if (typeof stage !== 'string') throw new Error('Name the stage: --context stage=NAME');
createStacks(app, stageSettings(stage), { bundles: 'build/functions', webFolder: 'frontend/dist' });
app.synth();
