import type { App } from './app';
import type { WireRequest } from '../platform/index';
import { KintoneError, noRight } from './errors';

export type Right = 'view' | 'add' | 'edit' | 'delete';

/** Most tokens of one request (https://cybozu.dev/ja/kintone/docs/rest-api/overview/authentication/). */
const mostTokens = 9;

/** The token of an app: one app, with the rights that the product's table gives it. */
const tokenOf = (secret: string, app: string): string => `${secret}-${app}`;

/** The header with the tokens of these apps, as the stage's secret has them. */
export const tokensFor = (secret: string, apps: Readonly<Record<string, App>>): string =>
  Object.keys(apps)
    .map((app) => tokenOf(secret, app))
    .join(',');

/** The header with which the staff sign in: they may do everything, also with apps. */
const staffHeader = (secret: string): { 'X-Cybozu-Authorization': string } => ({
  'X-Cybozu-Authorization': Buffer.from(`staff:${secret}`).toString('base64'),
});

/** What the emulator of `npm start` is made with. */
export const localSecret = 'local-kintone-token';

/** What Kintone's own client signs in with. */
export type StaffAuth = { username: string; password: string } | { apiToken: string[] };

/** How records are added and changed as the staff do: by password here, by tokens on a real Kintone. */
export const staffAuth = (apiToken: string): StaffAuth =>
  apiToken.split(',').every((token) => token.startsWith(`${localSecret}-`))
    ? { username: 'staff', password: localSecret }
    : { apiToken: apiToken.split(',') };

/** Who makes a request: a person, or the holder of tokens. */
export interface Actor {
  /** Whether the actor manages the apps. */
  manages: boolean;
  /** Refuses unless the actor may do this in the app; `undefined` asks for the administration of apps. */
  require: (app: string | undefined, right: Right | undefined) => void;
}

/**
 * Reads who makes a request. A password is preferred to tokens; unknown tokens beside a known one are passed over.
 * @throws KintoneError CB_AU01 without either, CB_WA01 for a wrong password, GAIA_IA02 for tokens that are unknown
 */
export function actorOf(
  request: WireRequest,
  secret: string,
  tokenRights: ReadonlyMap<string, readonly Right[]>,
): Actor {
  const password = request.headers['x-cybozu-authorization'];
  if (password !== undefined) {
    if (password !== staffHeader(secret)['X-Cybozu-Authorization'])
      throw new KintoneError(401, 'CB_WA01', 'ログイン名またはパスワードが正しくありません。');
    return { manages: true, require: () => undefined };
  }
  const header = request.headers['x-cybozu-api-token'];
  if (header === undefined) throw new KintoneError(401, 'CB_AU01', 'ログインしてください。');
  const given = header.split(',').map((token) => token.trim());
  const known = [...tokenRights.keys()].filter((app) => given.includes(tokenOf(secret, app)));
  if (given.length > mostTokens || known.length === 0)
    throw new KintoneError(400, 'GAIA_IA02', '指定したAPIトークンは、アプリで生成されたトークンと異なります。');
  return {
    manages: false,
    require(app, right) {
      if (app === undefined || right === undefined) throw noRight();
      if (!known.includes(app))
        throw new KintoneError(403, 'GAIA_AP15', '指定したAPIトークンでは、このアプリを操作できません。');
      if (!tokenRights.get(app)?.includes(right)) throw noRight();
    },
  };
}
