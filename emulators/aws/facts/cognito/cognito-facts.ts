import type { FactService } from '../../../platform/facts';
import { accountFacts } from './account-facts';
import { clientSecretFacts } from './client-secret-facts';
import { openSandbox, type PoolSandbox } from './cognito-sandbox';
import { passwordFacts } from './password-facts';
import { secondStepFacts } from './second-step-facts';
import { sessionFacts } from './session-facts';

/** What the product assumes about Cognito. */
export const cognitoFacts: FactService<PoolSandbox> = {
  name: 'cognito',
  facts: [...passwordFacts, ...sessionFacts, ...secondStepFacts, ...accountFacts, ...clientSecretFacts],
  open: async (environment) => openSandbox(environment),
};
