import type Stripe from 'stripe';
import { page, paging } from '../wire/paging';
import { paramsOf } from '../wire/params';
import { route, type Route } from '../calls/route';

const listParams = paramsOf<Stripe.WebhookEndpointListParams>()({ ...paging });

/** The webhook endpoint of the emulator's options: one at most, for every event. No call creates or changes it. */
export const webhookEndpointRoutes: Route[] = [
  route('GET /v1/webhook_endpoints', listParams, ({ account }, paging) => {
    const url = account.addresses.webhookUrl?.();
    const endpoint: Omit<Stripe.WebhookEndpoint, 'lastResponse'> | undefined =
      url === undefined
        ? undefined
        : {
            id: 'we_local',
            object: 'webhook_endpoint',
            api_version: null,
            application: null,
            created: 0,
            description: null,
            enabled_events: ['*'],
            livemode: false,
            metadata: {},
            status: 'enabled',
            url,
          };
    return page('/v1/webhook_endpoints', endpoint ? [endpoint] : [], paging, 'webhook endpoint');
  }),
];
