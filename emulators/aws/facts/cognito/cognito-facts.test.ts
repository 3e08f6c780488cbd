import { startCognito } from '../../testing';
import { failuresIn, prove } from '../../../platform/facts';
import { cognitoFacts } from './cognito-facts';

test('the emulator behaves as every fact says', async () => {
  const cognito = await startCognito();
  const lines: string[] = [];
  try {
    const environment = { AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url };
    await prove(cognitoFacts, { environment, write: (line) => lines.push(line) });
  } finally {
    await cognito.stop();
  }
  expect(failuresIn(lines)).toEqual([]);
  expect(cognito.sent.map(({ to }) => to)).toEqual(['success@simulator.amazonses.com']);
});

test('neither an address nor a region: refused before any request', async () => {
  await expect(cognitoFacts.open({})).rejects.toThrow('PROVE_REGION');
});
