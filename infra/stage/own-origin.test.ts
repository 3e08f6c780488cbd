import { stageSettings, parseStage } from './stages';
import { originIn, unknownOrigin } from './own-origin';

const { portalOrigin: _origin, certificateArn, hostedZone: _zone, ...withoutDomain } = stageSettings('example');

test('a stage without a domain has no address before its first deployment', () => {
  expect(parseStage(withoutDomain, 'mine').portalOrigin).toBe(unknownOrigin);
});

test('a stage with a certificate names its host', () => {
  expect(() => parseStage({ ...withoutDomain, certificateArn }, 'mine')).toThrow('a certificate is for a host');
});

test('the address of the first deployment is in the CDK’s outputs', () => {
  const outputs = {
    'Portal-mine-Api': { Url: 'https://a.execute-api.ap-northeast-1.amazonaws.com' },
    'Portal-mine-Web': { CloudFrontDomain: 'd111111abcdef8.cloudfront.net', Portal: unknownOrigin },
  };
  expect(originIn(outputs, 'mine')).toBe('https://d111111abcdef8.cloudfront.net');
  expect(originIn(outputs, 'other')).toBeUndefined();
});
