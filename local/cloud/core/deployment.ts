import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { randomBytes } from 'node:crypto';
import type { ServiceName } from '../../services/services';
import { deploy } from '../deploy/deploy';
import { nothingDeployed, type Deployed } from '../deployed/deployed';
import { createClients } from '../services/clients';
import type { Outside } from '../services/outside';
import type { StateFile } from '../state/state-file';
import { readAssembly } from '../templates/read-assembly';
import { fillSecrets } from './fill-secrets';

interface DeploymentOptions {
  cdkOut: string;
  /** Origin of the portal. */
  url: string;
  outside: Outside;
  state: StateFile;
}

/** The resources made from the templates, and the way to make them again. */
export class Deployment {
  #current: Deployed = nothingDeployed('', '');
  /** The secret end of the address of Kintone's webhooks; undefined before the deployment. */
  recordsWebhookPath: string | undefined;

  constructor(private readonly options: DeploymentOptions) {}

  get current(): Deployed {
    return this.#current;
  }

  /** The secret with which Stripe signs its events; undefined before the first deployment. */
  get webhookSecret(): string | undefined {
    return this.options.state.current.webhookSecret;
  }

  /** Makes the resources of the templates on the services at `urls`, and fills in the keys of outside services. */
  async make(urls: Readonly<Record<ServiceName, string>>): Promise<Deployed> {
    const { cdkOut, url, outside, state } = this.options;
    const stacks = await readAssembly(cdkOut);
    const clients = createClients(stacks[0]?.region ?? '', urls, outside);
    try {
      const deployed = await deploy(stacks, { clients, state, portalUrl: url });
      const webhookSecret =
        outside.stripe.webhookSecret ?? this.webhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`;
      await state.change((kept) => void Object.assign(kept, { webhookSecret }));
      const { webhookPath } = await fillSecrets({
        client: clients.of('secrets', SecretsManagerClient),
        arns: deployed.secrets.values(),
        values: { secretKey: outside.stripe.secretKey, webhookSecret, apiToken: outside.kintoneApiToken },
        replace: outside.urls.secrets === undefined,
      });
      this.recordsWebhookPath = String(webhookPath);
      this.#current = deployed;
      return deployed;
    } finally {
      clients.destroy();
    }
  }
}
