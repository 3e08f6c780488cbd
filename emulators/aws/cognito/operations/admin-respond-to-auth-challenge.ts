import type {
  AdminRespondToAuthChallengeRequest,
  AdminRespondToAuthChallengeResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { clientById, poolById } from '../services/find';
import { respondToChallenge } from '../services/respond-to-challenge';

/** Responds to a step of a sign-in from a server. */
export const adminRespondToAuthChallenge = operation<
  AdminRespondToAuthChallengeRequest,
  AdminRespondToAuthChallengeResponse
>('AdminRespondToAuthChallenge')({
  requires: ['UserPoolId', 'ClientId', 'ChallengeName'],
  takes: ['Session', 'ChallengeResponses', 'ClientMetadata'],
  run: (cognito, input) => {
    const { pool, client } = clientById(cognito, input.ClientId, poolById(cognito, input.UserPoolId));
    return respondToChallenge(cognito, {
      pool,
      client,
      name: input.ChallengeName,
      session: input.Session,
      responses: input.ChallengeResponses ?? {},
      clientMetadata: input.ClientMetadata,
    });
  },
});
