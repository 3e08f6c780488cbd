import type { EmulatorOf } from '../../services/services';
import { nameInStage } from '../deployed/statement';
import type { Inbox } from '../inbox/inbox';
import { environmentOf } from '../isolates/environment';
import { EventSources } from '../event-sources/event-sources';
import { Schedules } from '../schedule/schedules';
import type { Faults } from '../services/faults';
import { idsOf, type Ids } from '../services/ids';
import type { Services } from '../services/services';
import { stripePagesPath } from '../control/stripe-pages';
import type { SignIn } from '../state/state-file';
import { openGround, startServicesOn, type Ground } from './ground';
import type { CloudOptions, SeedContext } from './options';
import { Web } from './web';

/**
 * The whole cloud: services, the resources made on them from the templates, and the tools for clock, faults and
 * metrics.
 */
export class Cloud {
  readonly inbox: Inbox;
  readonly faults: Faults;
  readonly schedules: Schedules;
  readonly web: Web;
  readonly #eventSources: EventSources;
  #isReady = false;
  #inTurn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly options: CloudOptions,
    private readonly ground: Ground,
    private readonly services: Services,
  ) {
    const { inbox, faults, state, deployment, isolates, functionLog } = ground;
    const { clock } = ground.time;
    const invoke = (arn: string, event: unknown) => isolates.invoke(arn, event);
    this.inbox = inbox;
    this.faults = faults;
    this.schedules = new Schedules({ clock, state, invoke, scope: () => deployment.current, log: options.log });
    this.#eventSources = new EventSources({
      sqs: services.sqs,
      url: services.urls.sqs,
      ownCredentials: !options.outside.awsCredentials,
      now: () => clock.now(),
      invoke,
      isTwice: () => faults.has('sqs', 'twice'),
      log: options.log,
    });
    this.web = new Web({
      webFolder: options.webFolder,
      services,
      page: options.page,
      api: {
        invoke,
        now: () => clock.now(),
        log: (line) => functionLog.write('gateway', `${new Date(clock.now()).toISOString()} ${line}\n`),
      },
    });
  }

  /**
   * Starts the services. `web` must already serve the portal's calls while {@link prepare} runs, because the seed uses
   * them.
   */
  static async start(options: CloudOptions): Promise<Cloud> {
    const ground = await openGround(options);
    return new Cloud(options, ground, await startServicesOn(ground, options));
  }

  /** Makes the resources of the templates, and the demo data if there is none; ready when it resolves. */
  async prepare(): Promise<void> {
    if (this.ground.state.current.signIns) {
      await this.#deploy();
      await this.#renewLinks();
    } else await this.#startAfresh();
    this.#becomeReady();
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get signIns(): readonly SignIn[] {
    return this.ground.state.current.signIns ?? [];
  }

  /** Local time, ISO 8601, and how far it is ahead of real time, in milliseconds. */
  get time(): { now: string; offset: number } {
    return this.ground.time.read();
  }

  /** The embedded Stripe; undefined if a real one replaces it. */
  get stripe(): EmulatorOf<'stripe'> | undefined {
    return this.services.stripe;
  }

  describeServices() {
    const depths = Object.entries(this.services.sqs?.depths() ?? {});
    const queues = Object.fromEntries(depths.map(([name, depth]) => [nameInStage(name), depth]));
    return { ...this.services.urls, ...this.#ids, queues, signIns: this.signIns };
  }

  readMetrics() {
    const { upstreamMetrics, lambdaMetrics } = this.ground;
    return {
      upstream: upstreamMetrics.read(),
      lambda: lambdaMetrics.read(nameInStage),
      succeeded: lambdaMetrics.readSucceeded(nameInStage),
    };
  }

  clearMetrics(): void {
    this.ground.upstreamMetrics.clear();
    this.ground.lambdaMetrics.clear();
  }

  /** Reads the templates again, after a build. */
  redeploy(): Promise<void> {
    return this.#oneAtATime(() => this.#deploy());
  }

  /** Advances the local clock; when it resolves, everything that fell due has happened. */
  advance(milliseconds: number): Promise<void> {
    return this.#oneAtATime(() => this.#advance(milliseconds));
  }

  /** Back to the seed: services emptied, real time, no faults, resources and demo data made again. */
  reset(): Promise<void> {
    return this.#oneAtATime(async () => {
      this.#isReady = false;
      await Promise.all([this.schedules.stop(), this.#eventSources.stop()]);
      await this.#startAfresh();
      this.#becomeReady();
    });
  }

  async close(): Promise<void> {
    this.#isReady = false;
    await Promise.all([this.schedules.stop(), this.#eventSources.stop()]);
    await this.ground.isolates.end();
    await this.services.close();
    await Promise.all([this.inbox.close(), this.ground.functionLog.close()]);
  }

  get #ids(): Ids {
    return idsOf(this.ground.deployment.current, this.options.outside);
  }

  get #stripePages(): string {
    return `${this.options.url}${stripePagesPath}`;
  }

  #oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#inTurn.then(work);
    this.#inTurn = run.catch(() => undefined);
    return run;
  }

  #becomeReady(): void {
    this.clearMetrics();
    this.schedules.start();
    this.#isReady = true;
  }

  /** Makes the resources of the templates, and all settings that follow from them. */
  async #deploy(): Promise<void> {
    const { url, outside } = this.options;
    const { services } = this;
    const deployed = await this.ground.deployment.make(services.urls);
    this.ground.access.use(deployed);
    this.web.use(deployed);
    const place = { region: deployed.region, portalUrl: url, services, outside };
    const functions = [...deployed.functions.values()];
    await this.ground.isolates.deploy(
      functions.map((target) => ({ ...target, environment: environmentOf(target, place) })),
    );
    await this.schedules.use(deployed.schedules);
    await this.#eventSources.use(deployed);
  }

  /**
   * The portal keeps links to invoices with the address at which it read them. At another address it reads its shops
   * again.
   */
  async #renewLinks(): Promise<void> {
    const { state } = this.ground;
    if (!this.stripe || state.current.stripePages === this.#stripePages) return;
    const digest = this.schedules.names.find((name) => nameInStage(name) === 'daily-digest');
    try {
      if (digest !== undefined) await this.schedules.fire(digest, { readAll: true });
      await this.#settle();
      await state.change((kept) => void (kept.stripePages = this.#stripePages));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.options.log(`Links to invoices may lead nowhere until the shops are read again: ${reason}`);
    }
  }

  async #startAfresh(): Promise<void> {
    const { state, time, isolates, webhooks } = this.ground;
    this.faults.clear();
    // Running copies of functions have credentials and connections of services that are about to be emptied.
    await isolates.deploy([]);
    await Promise.all([this.services.reset(), this.inbox.clear(), state.clear()]);
    time.reset();
    await this.#deploy();
    webhooks.areSent = false;
    const signIns = await this.options.seed(this.#seedContext()).finally(() => (webhooks.areSent = true));
    // Waits until all work that the seed started has ended.
    await this.#settle();
    await state.change((kept) => void Object.assign(kept, { signIns, stripePages: this.#stripePages }));
  }

  #seedContext(): SeedContext {
    const { clock } = this.ground.time;
    return {
      portalUrl: this.options.url,
      services: this.services.urls,
      ids: this.#ids,
      inbox: this.inbox,
      load: async (names) => {
        const { isolates, deployment } = this.ground;
        const arns = new Map(
          [...deployment.current.functions.values()].map(({ name, arn }) => [nameInStage(name), arn]),
        );
        for (const name of names) await isolates.load(arns.get(name) ?? name);
      },
      runSchedule: async (name) => {
        await this.schedules.fire(this.schedules.names.find((one) => nameInStage(one) === name) ?? name);
      },
      settle: () => this.#settle(),
      now: () => clock.now(),
      giveUpPaymentsOf: (customerId) => this.stripe?.giveUpPaymentsOf(customerId),
      leavesOutChain: process.env['LOCAL_CHAIN'] === 'none',
    };
  }

  async #advance(milliseconds: number): Promise<void> {
    const { stripe, dynamodb } = this.services;
    await this.ground.time.advance(milliseconds);
    await stripe?.tick();
    await this.#settle();
    await this.schedules.runDue();
    // What follows from the jobs happens too.
    await this.#settle();
    await dynamodb?.sweep();
  }

  /** Delivers Stripe's events and the queues' messages until neither leads to more. */
  async #settle(): Promise<void> {
    do await this.stripe?.deliverEvents();
    while (await this.#eventSources.settle());
  }
}
