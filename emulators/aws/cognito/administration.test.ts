import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  CreateGroupCommand,
  CreateUserPoolClientCommand,
  type CreateUserPoolClientCommandInput,
  CreateUserPoolCommand,
  type CreateUserPoolCommandInput,
  DeleteUserPoolCommand,
  DescribeUserPoolClientCommand,
  DescribeUserPoolCommand,
  GetUserPoolMfaConfigCommand,
  ListUserPoolsCommand,
  ListUsersInGroupCommand,
  ListUsersCommand,
  type ListUsersCommandInput,
  SetUserPoolMfaConfigCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { createPool, refusal, type TestPool } from './testing/create-pool';
import { testCognito } from './testing/start-cognito';

const cognito = testCognito();
let pool: TestPool;

beforeEach(async () => {
  pool = await createPool(cognito);
});

const create = (Username: string, attributes: Record<string, string> = {}) =>
  cognito.client.send(
    new AdminCreateUserCommand({
      UserPoolId: pool.UserPoolId,
      Username,
      MessageAction: 'SUPPRESS',
      UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
    }),
  );
const inPool = <T extends object>(more: T) => ({ UserPoolId: pool.UserPoolId, ...more });

describe('groups', () => {
  it('a user joins a created group: both lists show it until the user leaves', async () => {
    const { Group } = await cognito.client.send(
      new CreateGroupCommand(inPool({ GroupName: 'admin', Description: '管理者', Precedence: 1 })),
    );
    expect(Group).toMatchObject({
      GroupName: 'admin',
      Description: '管理者',
      Precedence: 1,
      CreationDate: new Date('2026-03-01'),
    });
    await expect(cognito.client.send(new CreateGroupCommand(inPool({ GroupName: 'admin' })))).rejects.toMatchObject(
      refusal('GroupExistsException'),
    );
    await create('a@example.com');
    const member = inPool({ Username: 'a@example.com', GroupName: 'admin' });
    await cognito.client.send(new AdminAddUserToGroupCommand(member));
    await cognito.client.send(new AdminAddUserToGroupCommand(member));
    const groupsOf = async () =>
      (await cognito.client.send(new AdminListGroupsForUserCommand(inPool({ Username: 'a@example.com' })))).Groups;
    expect(await groupsOf()).toEqual([Group]);
    const members = async () =>
      (await cognito.client.send(new ListUsersInGroupCommand(inPool({ GroupName: 'admin' })))).Users;
    await create('b@example.com');
    expect(await members()).toEqual([
      expect.objectContaining({
        Enabled: true,
        Attributes: expect.arrayContaining([{ Name: 'email', Value: 'a@example.com' }]),
      }),
    ]);
    await cognito.client.send(new AdminRemoveUserFromGroupCommand(member));
    expect(await groupsOf()).toEqual([]);
    expect(await members()).toEqual([]);
  });

  it('an unknown group or user: the service’s errors', async () => {
    const unknownGroup = new AdminAddUserToGroupCommand(inPool({ Username: 'a@example.com', GroupName: 'none' }));
    await expect(cognito.client.send(unknownGroup)).rejects.toMatchObject(
      refusal('ResourceNotFoundException', 'Group not found.'),
    );
    await cognito.client.send(new CreateGroupCommand(inPool({ GroupName: 'admin' })));
    await expect(cognito.client.send(new ListUsersInGroupCommand(inPool({ GroupName: 'none' })))).rejects.toMatchObject(
      refusal('ResourceNotFoundException', 'Group not found.'),
    );
    const unknownUser = new AdminAddUserToGroupCommand(inPool({ Username: 'a@example.com', GroupName: 'admin' }));
    await expect(cognito.client.send(unknownUser)).rejects.toMatchObject(refusal('UserNotFoundException'));
  });
});

describe('ListUsers', () => {
  const list = (more: Partial<ListUsersCommandInput> = {}) => cognito.client.send(new ListUsersCommand(inPool(more)));
  const emails = async (Filter: string) =>
    ((await list({ Filter })).Users ?? []).map(
      ({ Attributes }) => Attributes?.find(({ Name }) => Name === 'email')?.Value,
    );

  it('finds by attribute, by beginning, and by state', async () => {
    const { User } = await create('a@example.com', { name: 'Hanako "H"' });
    await create('ab@example.com');
    await create('b@example.com');
    await cognito.client.send(new AdminDisableUserCommand(inPool({ Username: 'b@example.com' })));
    expect(await emails('email = "A@example.com"')).toEqual(['a@example.com']);
    expect(await emails('email ^= "a"')).toEqual(['a@example.com', 'ab@example.com']);
    expect(await emails(`sub = "${User?.Username}"`)).toEqual(['a@example.com']);
    expect(await emails(`username = "${User?.Username}"`)).toEqual(['a@example.com']);
    expect(await emails(String.raw`name = "Hanako \"H\""`)).toEqual(['a@example.com']);
    expect(await emails('status = "Disabled"')).toEqual(['b@example.com']);
    expect(await emails('cognito:user_status = "FORCE_CHANGE_PASSWORD"')).toHaveLength(3);
    expect(await emails('cognito:user_status = "CONFIRMED"')).toEqual([]);
  });

  it.each(['email', 'email > "a"', 'custom:shop = "x"', 'email = a'])('refuses the filter %s', async (Filter) => {
    await expect(list({ Filter })).rejects.toMatchObject(refusal('InvalidParameterException'));
  });

  it('comes in pages of 60 at most', async () => {
    for (let n = 0; n < 5; n += 1) await create(`u${n}@example.com`);
    const first = await list({ Limit: 2 });
    expect(first.Users?.map(({ Attributes }) => Attributes)).toEqual(
      [0, 1].map((n) => expect.arrayContaining([{ Name: 'email', Value: `u${n}@example.com` }]) as unknown),
    );
    const second = await list({ Limit: 2, PaginationToken: first.PaginationToken });
    const third = await list({ Limit: 2, PaginationToken: second.PaginationToken });
    expect([second, third].map(({ Users }) => Users?.length)).toEqual([2, 1]);
    expect(third.PaginationToken).toBeUndefined();
    await expect(list({ Limit: 61 })).rejects.toMatchObject(refusal('InvalidParameterException'));
    await expect(list({ PaginationToken: 'x' })).rejects.toMatchObject(refusal('InvalidParameterException'));
  });
});

describe('pools', () => {
  it('a created pool is described with its settings', async () => {
    const { UserPool } = await cognito.client.send(new DescribeUserPoolCommand({ UserPoolId: pool.UserPoolId }));
    expect(UserPool).toMatchObject({
      Id: expect.stringMatching(/^ap-northeast-1_[\dA-Za-z]{9}$/) as string,
      Name: 'customers',
      Arn: `arn:aws:cognito-idp:ap-northeast-1:000000000000:userpool/${pool.UserPoolId}`,
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      MfaConfiguration: 'OPTIONAL',
      DeletionProtection: 'INACTIVE',
      EstimatedNumberOfUsers: 0,
    });
    expect(UserPool?.SchemaAttributes).toContainEqual(expect.objectContaining({ Name: 'custom:shop', Mutable: true }));
    expect(UserPool?.SchemaAttributes).toContainEqual(expect.objectContaining({ Name: 'email', Required: true }));
    const { UserPools } = await cognito.client.send(new ListUserPoolsCommand({ MaxResults: 10 }));
    expect(UserPools?.map(({ Id }) => Id)).toEqual([pool.UserPoolId]);
    const mfa = await cognito.client.send(new GetUserPoolMfaConfigCommand({ UserPoolId: pool.UserPoolId }));
    expect(mfa).toMatchObject({ MfaConfiguration: 'OPTIONAL', SoftwareTokenMfaConfiguration: { Enabled: true } });
    expect(mfa.SmsMfaConfiguration?.SmsConfiguration).toBeDefined();
  });

  it('a pool without settings has the defaults of the service', async () => {
    pool = await createPool(cognito, { Policies: undefined, DeletionProtection: 'ACTIVE', MfaConfiguration: 'OFF' });
    const { UserPool } = await cognito.client.send(new DescribeUserPoolCommand({ UserPoolId: pool.UserPoolId }));
    expect(UserPool).toMatchObject({ MfaConfiguration: 'OFF', UsernameAttributes: ['email'] });
    expect(UserPool?.Policies?.PasswordPolicy).toMatchObject({ MinimumLength: 8, RequireSymbols: true });
  });

  it('a protected pool is not deleted; of a deleted one nothing is left', async () => {
    const remove = () => cognito.client.send(new DeleteUserPoolCommand({ UserPoolId: pool.UserPoolId }));
    const { UserPoolId } = await createPool(cognito, { DeletionProtection: 'ACTIVE' });
    await expect(cognito.client.send(new DeleteUserPoolCommand({ UserPoolId }))).rejects.toMatchObject(
      refusal('InvalidParameterException', /deletion protection is activated/),
    );
    await remove();
    await expect(create('a@example.com')).rejects.toMatchObject(
      refusal('ResourceNotFoundException', `User pool ${pool.UserPoolId} does not exist.`),
    );
  });

  it.each<[string, Partial<CreateUserPoolCommandInput>, string]>([
    ['SMS without a role to send them', { MfaConfiguration: 'OPTIONAL' }, 'InvalidParameterException'],
    ['texts without the code', { EmailVerificationMessage: 'hello' }, 'InvalidParameterException'],
    ['passwords of five letters', { Policies: { PasswordPolicy: { MinimumLength: 5 } } }, 'InvalidParameterException'],
    ['AliasAttributes', { AliasAttributes: ['email'] }, 'NotEmulatedException'],
    ['MfaConfiguration ON', { MfaConfiguration: 'ON' }, 'NotEmulatedException'],
    ['another trigger', { LambdaConfig: { PreSignUp: 'arn' } }, 'NotEmulatedException'],
    ['numbers verified at sign-up', { AutoVerifiedAttributes: ['phone_number'] }, 'NotEmulatedException'],
    ['DeviceConfiguration', { DeviceConfiguration: { ChallengeRequiredOnNewDevice: true } }, 'NotEmulatedException'],
    ['AdvancedSecurityMode', { UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' } }, 'NotEmulatedException'],
    ['UnusedAccountValidityDays', { AdminCreateUserConfig: { UnusedAccountValidityDays: 3 } }, 'NotEmulatedException'],
    [
      'CONFIRM_WITH_LINK',
      { VerificationMessageTemplate: { DefaultEmailOption: 'CONFIRM_WITH_LINK' } },
      'NotEmulatedException',
    ],
  ])('refuse %s', async (_case, settings, name) => {
    await expect(cognito.client.send(new CreateUserPoolCommand({ PoolName: 'x', ...settings }))).rejects.toMatchObject({
      name,
    });
  });

  it('a pool with a second step but without a factor is refused', async () => {
    const set = new SetUserPoolMfaConfigCommand({ UserPoolId: pool.UserPoolId, MfaConfiguration: 'OPTIONAL' });
    await expect(cognito.client.send(set)).rejects.toMatchObject(refusal('InvalidParameterException'));
  });
});

describe('clients', () => {
  const createClient = (more: Partial<CreateUserPoolClientCommandInput> = {}) =>
    cognito.client.send(new CreateUserPoolClientCommand(inPool({ ClientName: 'app', ...more })));

  it('a client created without settings has the defaults of the service', async () => {
    const { UserPoolClient } = await createClient({ SupportedIdentityProviders: ['COGNITO'] });
    expect(UserPoolClient).toMatchObject({
      ClientId: expect.stringMatching(/^[a-z0-9]{26}$/) as string,
      ExplicitAuthFlows: ['ALLOW_CUSTOM_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH', 'ALLOW_USER_SRP_AUTH'],
      PreventUserExistenceErrors: 'LEGACY',
      RefreshTokenValidity: 30,
      AuthSessionValidity: 3,
      EnableTokenRevocation: true,
    });
    expect(UserPoolClient?.ClientSecret).toBeUndefined();
  });

  it('an unknown client is not described', async () => {
    const unknown = new DescribeUserPoolClientCommand(inPool({ ClientId: 'none' }));
    await expect(cognito.client.send(unknown)).rejects.toMatchObject(refusal('ResourceNotFoundException'));
  });

  it.each<[string, Partial<CreateUserPoolClientCommandInput>, string]>([
    [
      'tokens of four minutes',
      { AccessTokenValidity: 4, TokenValidityUnits: { AccessToken: 'minutes' } },
      'InvalidParameterException',
    ],
    ['sessions of an hour', { AuthSessionValidity: 60 }, 'InvalidParameterException'],
    ['hosted pages', { CallbackURLs: ['https://example.com'] }, 'NotEmulatedException'],
    ['other identity providers', { SupportedIdentityProviders: ['Google'] }, 'NotEmulatedException'],
    ['rotating refresh tokens', { RefreshTokenRotation: { Feature: 'ENABLED' } }, 'NotEmulatedException'],
    ['tokens that cannot be revoked', { EnableTokenRevocation: false }, 'NotEmulatedException'],
  ])('refuse %s', async (_case, settings, name) => {
    await expect(createClient(settings)).rejects.toMatchObject({ name });
  });
});
