import { parseStage, stageSettings, unknownOrigin } from './stages';
import { portalFunctions } from '../testing/example';

test('the limits of a stage reach the functions that need them; a wrong one is refused by its name', () => {
  const [login] = portalFunctions().filter((fn) => fn.Properties.FunctionName === 'portal-example-login');
  const environment = login?.Properties['Environment'] as { Variables: Record<string, string> } | undefined;
  expect(JSON.parse(environment?.Variables['LIMITS'] ?? '')).toEqual(stageSettings('example').limits);
  const wrong = (limits: object) => () => parseStage({ ...stageSettings('example'), limits }, 'mine');
  expect(wrong({ attempt: { account: ['0/15m'] } })).toThrow('limits.attempt.account.0: times/time');
  expect(wrong({ attempt: { account: ['1/2d'] } })).toThrow('limits.attempt.account.0: at most a day');
  expect(wrong({ attempt: { stage: ['1/d'] } })).toThrow('limits.attempt');
  expect(wrong({ attempts: {} })).toThrow('limits');
});

test.each([
  ['no sender', { mailFrom: undefined }, 'mailFrom'],
  ['data that are kept, and no account', { account: undefined }, 'account'],
  ['an origin without TLS', { portalOrigin: 'http://portal.example.jp' }, 'portalOrigin'],
  ['a host without its certificate', { certificateArn: undefined }, 'hostedZone'],
])('a deployed stage with %s: refused by the setting’s name', (_what, settings, name) => {
  expect(() => parseStage({ ...stageSettings('example'), ...settings }, 'mine')).toThrow(`  ${name}: `);
});

test('a stage without a domain has no address at first; one with a certificate names its host', () => {
  const { portalOrigin: _origin, certificateArn, hostedZone: _zone, ...withoutDomain } = stageSettings('example');
  expect(parseStage(withoutDomain, 'mine').portalOrigin).toBe(unknownOrigin);
  expect(() => parseStage({ ...withoutDomain, certificateArn }, 'mine')).toThrow('a certificate is for a host');
});

test('a stage that does not exist, a wrong setting: refused by its name', () => {
  expect(() => stageSettings('nowhere')).toThrow('no stage "nowhere"');
  expect(() =>
    parseStage({ ...stageSettings('example'), portalOrigin: 'portal.example.jp/', logRetentionDays: 8 }, 'mine'),
  ).toThrow(/portalOrigin: .*\n.*logRetentionDays/);
});

test('an entry with the name of another stage: refused, because its commands would be about the other one', () => {
  const entries = { trial: stageSettings('example') };
  expect(() => stageSettings('trial', entries)).toThrow(
    'The entry "trial" of infra/stage/stages.ts has the name "example"',
  );
});

test.each([
  ['a repository made before July 15, 2026', 'example/portal'],
  ['a newer one, whose tokens name it with ids', 'example@123456/portal@456789'],
])('%s: its workflows may have roles', (_what, repository) => {
  expect(parseStage({ ...stageSettings('example'), github: { repository } }, 'example').github).toEqual({ repository });
});

test.each(['portal', 'example@123456/portal', 'example/portal@456789', 'example@*/portal@*', 'example/*'])(
  'the repository %s: refused, no token names it so, or several do',
  (repository) => {
    const settings = { ...stageSettings('example'), github: { repository } };
    expect(() => parseStage(settings, 'example')).toThrow('github.repository');
  },
);
