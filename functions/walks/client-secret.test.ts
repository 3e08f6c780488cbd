import { clientSecret } from '#functions/platform/secrets';
import { requireEnv } from '#functions/platform/environment';
import { setUpTotp } from '#functions/security/calls';
import { logout, login } from '#functions/sign-in/calls';
import { Browser } from '#functions/testing/browser';
import { walk, type Section } from '#functions/testing/runbook';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { signedIn } from '#functions/testing/signed-in';
import type { TestUser } from '#functions/testing/user-pool';
import { testServices } from '#functions/testing/test-services';
import { watchLog } from '#functions/testing/watch-log';

const services = testServices(startSignInServices);
const log = watchLog();
let owner: TestUser;
beforeEach(async () => {
  owner = await services.createUser({ email: 'owner@example.jp' });
});

const signIn = async () => (await new Browser().post(login, { email: owner.email, password: owner.password })).status;

/** The section's commands with the names that pool, client and secret have here. */
function renewing(section: Section) {
  const names = {
    POOL: requireEnv('USER_POOL_ID'),
    CLIENT: requireEnv('USER_POOL_CLIENT_ID'),
    'portal-STAGE-cognito-client': requireEnv('CLIENT_SECRET_ARN'),
  };
  const run = (beginning: string, more: Readonly<Record<string, string>> = {}) =>
    section.run(beginning, { ...names, ...more });
  return {
    add: async () => {
      const { ClientSecretDescriptor } = await run('aws cognito-idp add-user-pool-client-secret');
      return (ClientSecretDescriptor as { ClientSecretValue: string }).ClientSecretValue;
    },
    put: (VALUE: string) =>
      run('aws secretsmanager put-secret-value --secret-id portal-STAGE-cognito-client', { VALUE }),
    list: async () => {
      const { ClientSecrets } = await run('aws cognito-idp list-user-pool-client-secrets');
      return (ClientSecrets as { ClientSecretId: string }[]).map(({ ClientSecretId }) => ClientSecretId);
    },
    remove: (FIRST: string) => run('aws cognito-idp delete-user-pool-client-secret', { FIRST }),
    readBefore: async () => {
      const { SecretString } = await run(
        'aws secretsmanager get-secret-value --secret-id portal-STAGE-cognito-client --version-stage AWSPREVIOUS',
      );
      return (JSON.parse(String(SecretString)) as { clientSecret: string }).clientSecret;
    },
  };
}

walk(
  'Renewing secrets',
  'Cognito’s client: no sign-in is refused meanwhile, nobody is signed out, and the first secret ends',
  async (section) => {
    section.says('so that no deployment writes the first secret again');
    const { add, put, list, remove } = renewing(section);
    const browser = await signedIn(owner);
    const value = await add();
    expect(await signIn()).toBe(200);
    await put(value);
    expect(await signIn()).toBe(200);
    section.says('wait five minutes');
    services.clock.advance(5 * 60_000);
    expect(await signIn()).toBe(200);
    const [first = ''] = await list();
    await remove(first);
    expect(await signIn()).toBe(200);
    expect(await list()).toHaveLength(1);
    // The session's tokens came under the first secret: one is used, then revoked, under the second.
    expect((await browser.post(setUpTotp)).status).toBe(200);
    expect((await browser.post(logout)).status).toBe(200);
    expect(log.text()).not.toContain('SecretHash');
  },
);

walk(
  'Renewing secrets',
  'Cognito’s client has an older secret again: the log says so, and the version before is put back',
  async (section) => {
    const { add, put, list, remove, readBefore } = renewing(section);
    const deployed = await clientSecret();
    await put(await add());
    const [first = ''] = await list();
    await remove(first);
    await put(deployed);
    services.clock.advance(5 * 60_000);
    expect(await signIn()).toBe(500);
    expect(log.text()).toContain(section.says('SecretHash does not match'));
    await put(await readBefore());
    services.clock.advance(5 * 60_000);
    expect(await signIn()).toBe(200);
  },
);
