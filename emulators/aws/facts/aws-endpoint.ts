import type { Environment } from '../../platform/facts';

/**
 * Where the facts of an AWS service are asked: the service's own variable names an emulator or a stand-in; a real
 * account is asked only if `PROVE_REGION` names its region. Throws with the way out if neither is set.
 */
export function awsEndpoint(
  environment: Environment,
  variable: string,
): { target: string; settings: { endpoint?: string; region: string } } {
  const endpoint = environment[variable];
  const region = environment['PROVE_REGION'];
  if (endpoint) return { target: endpoint, settings: { endpoint, region: region ?? 'ap-northeast-1' } };
  if (region) return { target: `the AWS account of these credentials, in ${region}`, settings: { region } };
  throw new Error(`Set ${variable} to an address, or PROVE_REGION to the region of an AWS account for tests.`);
}
