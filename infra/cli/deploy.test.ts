import { parseStage, stageSettings } from '../stage/stages';
import { cdkArguments } from './deploy';
import { stageArgument } from './stage-argument';

const example = stageSettings('example');
const shortLived = parseStage({ ...example, name: 'review', data: 'destroy' }, 'review');

test('the stage is named, and known', () => {
  expect(stageArgument(['--stage', 'example']).name).toBe('example');
  expect(stageArgument(['--yes', '--stage=example']).name).toBe('example');
  for (const words of [[], ['--stage'], ['--stage='], ['--stage', '--yes']])
    expect(() => stageArgument(words)).toThrow('--stage NAME, one of local, example');
  for (const name of ['prod', 'constructor', '__proto__'])
    expect(() => stageArgument(['--stage', name])).toThrow(`no stage "${name}"`);
});

test('all stacks of one stage are deployed or compared, into a folder of its own', () => {
  expect(cdkArguments('deploy', example)).toEqual([
    'deploy',
    '--all',
    '--context',
    'stage=example',
    '--output',
    'build/cdk-example',
    '--require-approval',
    'broadening',
  ]);
  expect(cdkArguments('diff', example, ['--fail'])).toEqual([
    'diff',
    '--all',
    '--context',
    'stage=example',
    '--output',
    'build/cdk-example',
    '--fail',
  ]);
});

test('a stage that keeps its data is not destroyed, a short-lived one is', () => {
  expect(() => cdkArguments('destroy', example)).toThrow('The stage "example" keeps its data');
  expect(cdkArguments('destroy', shortLived)).toEqual([
    'destroy',
    '--all',
    '--context',
    'stage=review',
    '--output',
    'build/cdk-review',
  ]);
});

test('the laptop’s own stage is not deployed', () => {
  for (const command of ['deploy', 'diff', 'destroy'] as const)
    expect(() => cdkArguments(command, stageSettings('local'))).toThrow('npm start');
});
