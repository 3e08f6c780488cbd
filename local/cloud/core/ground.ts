import { kintoneWebhook, stripeWebhook } from '#shared/contract/platform';
import { stripeEvents } from '#shared/model/stripe-events';
import { AccessControl } from '../access/access-control';
import { Inbox } from '../inbox/inbox';
import { FunctionLog } from '../isolates/function-log';
import { Isolates } from '../isolates/isolates';
import { Faults } from '../services/faults';
import { LambdaMetrics, UpstreamMetrics } from '../services/metrics';
import { startServices, type Services } from '../services/services';
import { stripePagesPath } from '../control/stripe-pages';
import { StateFile } from '../state/state-file';
import { CloudTime } from './cloud-time';
import { Deployment } from './deployment';
import type { CloudOptions } from './options';

/** What exists before the services start. */
export async function openGround({ data, url, cdkOut, outside }: CloudOptions) {
  const state = await StateFile.open(data.path('state.json'));
  const time = new CloudTime(state);
  const functionLog = new FunctionLog(data.path('logs'));
  const lambdaMetrics = new LambdaMetrics();
  return {
    state,
    time,
    inbox: await Inbox.open(data.path('inbox.journal'), time.clock),
    faults: new Faults(),
    functionLog,
    lambdaMetrics,
    upstreamMetrics: new UpstreamMetrics(),
    access: new AccessControl((name, line) => functionLog.write(name, `${line}\n`)),
    /** Whether the embedded Stripe and record system send webhooks, as if somebody had added them. */
    webhooks: { areSent: true },
    isolates: new Isolates({ clockOffset: time.sharedOffset, log: functionLog, metrics: lambdaMetrics }),
    deployment: new Deployment({ cdkOut, url, outside, state }),
  };
}
export type Ground = Awaited<ReturnType<typeof openGround>>;

/** Starts the services, and connects their triggers and events to the functions. */
export function startServicesOn(ground: Ground, { data, url, outside }: CloudOptions): Promise<Services> {
  const { deployment, isolates, inbox, time, faults, access, upstreamMetrics, webhooks } = ground;
  return startServices({
    clock: time.clock,
    path: data.path,
    outside,
    outbox: (message) => inbox.receive(message),
    invokeTrigger: async (arn, event) => {
      if (!deployment.current.invokers.has(`${arn} cognito-idp.amazonaws.com`))
        throw new Error(`Cognito has no permission to invoke ${arn}`);
      return isolates.invoke(arn, event);
    },
    webhook: () => {
      const secret = deployment.webhookSecret;
      if (secret === undefined || !webhooks.areSent) return undefined;
      return { url: `${url}${stripeWebhook.path}`, secret, events: stripeEvents };
    },
    recordsWebhook: () => {
      const secret = deployment.recordsWebhookPath;
      if (secret === undefined || !webhooks.areSent) return undefined;
      return `${url}${kintoneWebhook.path.replace('{secret}', secret)}`;
    },
    stripePages: `${url}${stripePagesPath}`,
    testClock: { advance: (milliseconds) => void time.advance(Math.max(0, milliseconds)) },
    metrics: upstreamMetrics,
    faults,
    access,
  });
}
