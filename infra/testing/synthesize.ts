import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { calls } from '../../shared/contract';
import { createStacks } from '../create-stacks';
import { stageSettings } from '../stages';

/** Names of the functions that are no calls. */
export const otherFunctions = ['custom-message', 'reconcile-shops', 'end-overdue-subscriptions', 'end-disabled-sessions', 'finish-account-changes', 'send-notices', 'deliver-requests', 'mirror-devices', 'mirror-repairs', 'rotate-master-password'];

/** The templates of a stage, made from bundles of one line each: what is tested is what is declared around them. */
export function synthesize(stageName: string) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-synth-'));
  for (const name of [...calls.map((call) => call.name), ...otherFunctions]) {
    mkdirSync(join(folder, 'functions', name), { recursive: true });
    writeFileSync(join(folder, 'functions', name, 'index.mjs'), `export const handler = async () => '${name}';`);
  }
  mkdirSync(join(folder, 'web', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'web', 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'web', 'assets', 'app-1.js'), '');
  const app = new App({ outdir: join(folder, 'out'), builtinCloudFormationValidation: false });
  const stacks = createStacks(app, stageSettings(stageName), { bundles: join(folder, 'functions'), webFolder: join(folder, 'web') });
  return {
    auth: Template.fromStack(stacks.auth),
    data: Template.fromStack(stacks.data),
    api: Template.fromStack(stacks.api),
    jobs: Template.fromStack(stacks.jobs),
    web: Template.fromStack(stacks.web),
  };
}
