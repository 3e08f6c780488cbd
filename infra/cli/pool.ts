import { randomBytes } from 'node:crypto';
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  paginateListUserPools,
  paginateListUsers,
  type UserPoolDescriptionType,
} from '@aws-sdk/client-cognito-identity-provider';
import { ConditionalCheckFailedException, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateQuery, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { ownIdAttribute } from '#shared/constants';
import { physicalName } from '../stage/names';
import type { StageSettings } from '../stage/stages';

export interface Pool {
  cognito: CognitoIdentityProviderClient;
  pool: string;
}

export interface PoolUser {
  poolName: string;
  /** The own id (decisions/accounts): another one than the pool's name for whoever was restored into a new pool. */
  userId: string;
  /** In lower case. */
  email: string;
  /** Cognito's `UserStatus`. */
  status: string;
}

/** In Cognito's words: the user has a password that staff or a tool made, and none of their own. */
export const isUnfinished = ({ status }: Pick<PoolUser, 'status'>): boolean => status === 'FORCE_CHANGE_PASSWORD';

/** The id of the stage's pool: of several the newest, which a deployment made when the others were lost. */
export async function findPool(client: CognitoIdentityProviderClient, stage: StageSettings): Promise<string> {
  const found: UserPoolDescriptionType[] = [];
  for await (const { UserPools = [] } of paginateListUserPools({ client, pageSize: 60 }, { MaxResults: 60 }))
    found.push(...UserPools.filter(({ Name }) => Name === physicalName(stage.name, 'users')));
  const [newest] = found.toSorted((one, other) => Number(other.CreationDate) - Number(one.CreationDate));
  if (newest?.Id === undefined) throw new Error(`The stage ${stage.name} has no user pool`);
  return newest.Id;
}

/** A stage's tables and user pool. AWS may slow a tool down. */
export async function connectTo(stage: StageSettings): Promise<Pool & { documents: DynamoDBDocumentClient }> {
  const aws = { region: stage.region, maxAttempts: 10 };
  const cognito = new CognitoIdentityProviderClient(aws);
  const documents = DynamoDBDocumentClient.from(new DynamoDBClient(aws));
  return { cognito, documents, pool: await findPool(cognito, stage) };
}

export async function queryAll<T>(client: DynamoDBDocumentClient, query: QueryCommandInput): Promise<T[]> {
  const items: T[] = [];
  for await (const { Items = [] } of paginateQuery({ client }, query)) items.push(...(Items as T[]));
  return items;
}

/** For a write whose condition does not hold: false. */
export function unlessRefused(error: unknown): false {
  if (error instanceof ConditionalCheckFailedException) return false;
  throw error;
}

/** The pool's users by own id and by address in lower case, because the pool compares addresses so. */
export async function usersOf({ cognito: client, pool }: Pool) {
  const byId = new Map<string, PoolUser>();
  const byEmail = new Map<string, PoolUser>();
  for await (const { Users = [] } of paginateListUsers({ client, pageSize: 60 }, { UserPoolId: pool }))
    for (const { Username: poolName = '', Attributes = [], UserStatus: status = '' } of Users) {
      const of = (name: string): string | undefined => Attributes.find(({ Name }) => Name === name)?.Value;
      const email = (of('email') ?? '').toLowerCase();
      const user = { poolName, userId: of(`custom:${ownIdAttribute}`) ?? poolName, email, status };
      byId.set(user.userId, user);
      byEmail.set(email, user);
    }
  return { byId, byEmail };
}

/** Creates a user without a mail, whose address counts as proven; returns Cognito's name of them. */
export async function createUser(
  { cognito, pool }: Pool,
  { email, username, more = [] }: { email: string; username: string; more?: AttributeType[] },
): Promise<string> {
  const { User } = await cognito.send(
    new AdminCreateUserCommand({
      UserPoolId: pool,
      Username: email,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'name', Value: username },
        ...more,
      ],
    }),
  );
  if (User?.Username === undefined) throw new Error('Cognito created a user without a name');
  return User.Username;
}

/** Gives a user an unknown password: Cognito mails no link to one in FORCE_CHANGE_PASSWORD. */
export async function setUnknownPassword({ cognito, pool }: Pool, poolName: string): Promise<void> {
  const Password = randomBytes(32).toString('base64url');
  const set = { UserPoolId: pool, Username: poolName, Password, Permanent: true };
  await cognito.send(new AdminSetUserPasswordCommand(set));
}
