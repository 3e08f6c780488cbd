import { walk } from '#functions/testing/runbook';
import { parseStage, stageSettings, type StageSettings } from '../stage/stages';
import { goBack } from './rollback';
import { carryOut, cdkArguments, type DeployCommand, stageArgument } from './deploy';

const example = stageSettings('example');
const shortLived = parseStage({ ...example, name: 'review', data: 'destroy' }, 'review');

test('--stage names an existing stage: accepted; any other value or none: refused', () => {
  expect(stageArgument(['--stage', 'example']).stage.name).toBe('example');
  expect(stageArgument(['--yes', '--stage=example']).stage.name).toBe('example');
  for (const words of [[], ['--stage'], ['--stage='], ['--stage', '--yes']])
    expect(() => stageArgument(words)).toThrow('--stage NAME, one of local, example');
  for (const name of ['prod', 'constructor', '__proto__'])
    expect(() => stageArgument(['--stage', name])).toThrow(`no stage "${name}"`);
});

test('all other arguments: passed to the CDK unchanged', () => {
  const rest = ['--require-approval', 'never', '-v', '--profile=x'];
  expect(stageArgument(['--stage', 'example', ...rest]).rest).toEqual(rest);
  expect(stageArgument([...rest, '--stage=example']).rest).toEqual(rest);
});

test('deploy and diff use all stacks of one stage, and a folder of its own', () => {
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
    '--context',
    'stage=example',
    '--output',
    'build/cdk-example',
    '--fail',
  ]);
});

test('stacks that are named: those alone', () => {
  const words = cdkArguments('deploy', example, ['Portal-example-Api', '--exclusively']);
  expect(words).not.toContain('--all');
  expect(words.slice(-2)).toEqual(['Portal-example-Api', '--exclusively']);
});

test.each([[['--require-approval', 'never']], [['--require-approval=never']]])(
  'deploy with %j, as the workflow does: the option is given once',
  (more) => {
    const words = cdkArguments('deploy', example, more);
    expect(words.filter((word) => word.startsWith('--require-approval'))).toHaveLength(1);
    expect(words.slice(-more.length)).toEqual(more);
  },
);

describe('one command', () => {
  const { portalOrigin: _origin, certificateArn: _certificate, hostedZone: _zone, ...withoutDomain } = example;
  const log = jest.spyOn(console, 'log').mockImplementation(() => {});
  beforeEach(() => log.mockClear());
  const carriedOut = (command: DeployCommand, stage: StageSettings) => {
    const ran: string[] = [];
    carryOut(command, stage, [], (words) => void ran.push(words.join(' ')));
    return ran;
  };

  test('a stage without a domain: deployed, and told what to do with its address', () => {
    expect(carriedOut('deploy', parseStage({ ...withoutDomain, name: 'mine' }, 'mine'))).toHaveLength(2);
    expect(log).toHaveBeenCalledWith(
      expect.stringMatching(/CloudFrontDomain.* portalOrigin of "mine", and deploy again/s),
    );
  });

  test('programs are named without a path: a shell of Windows takes what follows a slash for an option', () => {
    const programs = carriedOut('deploy', example).map((line) => line.split(' ')[0]);
    expect(programs.filter((program) => !/^[a-z]+$/.test(program ?? ''))).toEqual([]);
  });

  test.each(['deploy', 'diff'] as const)('%s of a stage with a domain: builds, then runs the CDK', (command) => {
    expect(carriedOut(command, example)).toEqual([
      'npm run --silent build',
      expect.stringMatching(new RegExp(`^npx cdk ${command} .*--context stage=example`)),
    ]);
    expect(log).not.toHaveBeenCalled();
  });
});

walk('Taking a stage down', 'one that keeps its data is refused, one that does not is destroyed', async (section) => {
  section.says("A stage with `data: 'retain'` refuses `npm run destroy`");
  section.command('npm run destroy -- --stage STAGE');
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

test('the stage of the laptop: every command is refused', () => {
  for (const command of ['deploy', 'diff', 'destroy'] as const)
    expect(() => cdkArguments(command, stageSettings('local'))).toThrow('npm start');
  expect(() => goBack('local', 'v1', () => {})).toThrow('npm start');
});
