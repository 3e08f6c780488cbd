import type {
  RespondToAuthChallengeRequest,
  RespondToAuthChallengeResponse,
} from '@aws-sdk/client-cognito-identity-provider';
import { operation } from '../services/operation';
import { clientById } from '../services/find';
import { respondToChallenge } from '../services/respond-to-challenge';

/** Responds to a step of a sign-in from a public client. */
export const respondToAuthChallenge = operation<RespondToAuthChallengeRequest, RespondToAuthChallengeResponse>(
  'RespondToAuthChallenge',
)({
  requires: ['ClientId', 'ChallengeName'],
  takes: ['Session', 'ChallengeResponses', 'ClientMetadata'],
  run: (cognito, input) => {
    const { pool, client } = clientById(cognito, input.ClientId);
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
