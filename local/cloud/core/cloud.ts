import { randomBytes } from 'node:crypto';
import type { SignIn } from '../state/sign-in';
import type { StripeEmulator } from '../../stripe/create-stripe-emulator';
import { MovableClock } from '../../clock';
import { AccessControl } from '../access/access-control';
import { parseDuration } from '../../duration';
import { stripePagesPath } from '../services/stripe-pages-path';
import type { DataFolder } from '../state/data-folder';
import { deploy } from '../deploy/deploy';
import { nothingDeployed, type Deployed } from '../deployed/deployed';
import { nameInStage } from '../deployed/name-in-stage';
import { fillSecrets } from './fill-secrets';
import { Api } from '../gateway/api';
import { Inbox } from '../inbox/inbox';
import { environmentOf } from '../isolates/environment';
import { FunctionLog } from '../isolates/function-log';
import { Isolates } from '../isolates/isolates';
import { Page } from '../page/page';
import { Schedules } from '../schedule/schedules';
import { createClients } from '../services/clients';
import { Faults } from '../services/faults';
import { idsOf, type Ids } from '../services/ids';
import { LambdaMetrics, UpstreamMetrics } from '../services/metrics';
import type { Outside } from '../services/outside';
import type { ServiceName } from '../services/service-name';
import { startServices, type Services } from '../services/services';
import type { SeedContext } from '../seeding/seed-context';
import { StateFile } from '../state/state-file';
import { readAssembly } from '../templates/read-assembly';

export type Seed = (context: SeedContext) => Promise<SignIn[]>;

export interface CloudOptions {
  data: DataFolder;
  /** Origin of the portal. */
  url: string;
  cdkOut: string;
  webFolder: string;
  outside: Outside;
  /** Fills the empty portal; answers who can sign in. */
  seed: Seed;
  log: (line: string) => void;
}

/** Where Stripe delivers its events; the path is the contract's. */
const webhookPath = '/api/webhooks/stripe';

/** The whole cloud: services, what the templates made on them, and the tools that move, spoil and measure it. */
export class Cloud {
  readonly faults = new Faults();
  readonly page: Page;
  readonly api: Api;
  #isReady = false;
  #deployed: Deployed = nothingDeployed('', '');
  #inTurn: Promise<unknown> = Promise.resolve();
  readonly #sharedOffset = new SharedArrayBuffer(Float64Array.BYTES_PER_ELEMENT);
  readonly #lambdaMetrics = new LambdaMetrics();
  readonly #upstreamMetrics = new UpstreamMetrics();
  readonly #functionLog: FunctionLog;
  readonly #access: AccessControl;
  readonly #clock: MovableClock;
  #isolates!: Isolates;
  #services!: Services;
  schedules!: Schedules;

  private constructor(
    private readonly options: CloudOptions,
    private readonly state: StateFile,
    clock: MovableClock,
    readonly inbox: Inbox,
  ) {
    const { data, webFolder } = options;
    this.#clock = clock;
    this.#functionLog = new FunctionLog(data.path('logs'));
    this.#access = new AccessControl((name, line) => this.#functionLog.write(name, `${line}\n`));
    this.page = new Page(webFolder);
    this.api = new Api({
      invoke: (arn, event) => this.#isolates.invoke(arn, event),
      now: () => clock.now(),
      log: (line) => this.#functionLog.write('gateway', `${new Date(clock.now()).toISOString()} ${line}\n`),
    });
  }

  /** Makes everything stand; the portal's own calls have to reach `api` while it runs, for the seed uses them. */
  static async start(options: CloudOptions): Promise<Cloud> {
    const state = await StateFile.open(options.data.path('state.json'));
    const clock = new MovableClock(state.current.clockOffset);
    const cloud = new Cloud(options, state, clock, await Inbox.open(options.data.path('inbox.journal'), clock));
    await cloud.#startServices();
    return cloud;
  }

  async #startServices(): Promise<void> {
    const { data, outside, url } = this.options;
    const invoke = (arn: string, event: unknown) => this.#isolates.invoke(arn, event);
    this.#services = await startServices({
      clock: this.#clock,
      path: data.path,
      outside,
      outbox: (message) => this.inbox.receive(message),
      invokeTrigger: async (arn, event) => {
        if (!this.#deployed.invokers.has(`${arn} cognito-idp.amazonaws.com`))
          throw new Error(`Cognito has no permission to invoke ${arn}`);
        return invoke(arn, event);
      },
      webhook: () =>
        this.#webhookSecret === undefined ? undefined : { url: `${url}${webhookPath}`, secret: this.#webhookSecret },
      stripePages: this.#stripePages,
      metrics: this.#upstreamMetrics,
      faults: this.faults,
      access: this.#access,
    });
    this.#isolates = new Isolates({
      environmentOf: (target) =>
        environmentOf(target, { region: this.#deployed.region, portalUrl: url, services: this.#services, outside }),
      clockOffset: this.#sharedOffset,
      log: this.#functionLog,
      metrics: this.#lambdaMetrics,
    });
    this.schedules = new Schedules({
      clock: this.#clock,
      state: this.state,
      invoke,
      scope: () => this.#deployed,
      log: this.options.log,
    });
  }

  /** Makes what the templates declare, and the demo data where there is none; ready when it resolves. */
  async prepare(): Promise<void> {
    this.#shareOffset();
    if (this.state.current.signIns) {
      await this.#deploy();
      await this.#renewLinks();
    } else await this.#startAfresh();
    this.#becomeReady();
  }

  /**
   * Links to invoices that the portal keeps lead to where they were served when it read them; at another address it
   * reads them anew.
   */
  async #renewLinks(): Promise<void> {
    if (!this.#services.stripe || this.state.current.stripePages === this.#stripePages) return;
    const reconcile = this.schedules.names.find((name) => nameInStage(name) === 'reconcile-shops');
    try {
      if (reconcile !== undefined) await this.schedules.fire(reconcile);
      await this.state.change((state) => void (state.stripePages = this.#stripePages));
    } catch (error) {
      this.options.log(
        `Links to invoices may lead nowhere until the shops are read again: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  get signIns(): readonly SignIn[] {
    return this.state.current.signIns ?? [];
  }

  /** Local time, ISO 8601, and how far it stands ahead of real time, in milliseconds. */
  get time(): { now: string; offset: number } {
    return { now: new Date(this.#clock.now()).toISOString(), offset: this.#clock.offset };
  }

  get webHeaders(): { headers: Record<string, string>; services: Services } {
    return { headers: this.#deployed.web.headers, services: this.#services };
  }

  describeServices(): Record<ServiceName, string> & Ids & { signIns: readonly SignIn[] } {
    return { ...this.#services.urls, ...idsOf(this.#deployed, this.options.outside), signIns: this.signIns };
  }

  readMetrics() {
    return { upstream: this.#upstreamMetrics.read(), lambda: this.#lambdaMetrics.read(nameInStage) };
  }

  clearMetrics(): void {
    this.#upstreamMetrics.clear();
    this.#lambdaMetrics.clear();
  }

  /** Reads the templates again, after a build. */
  redeploy(): Promise<void> {
    return this.#oneAtATime(() => this.#deploy());
  }

  /** Makes what the templates declare, and sets everything that follows from them. */
  async #deploy(): Promise<void> {
    const { cdkOut, url, outside } = this.options;
    const stacks = await readAssembly(cdkOut);
    const clients = createClients(stacks[0]?.region ?? '', this.#services.urls, outside);
    try {
      const deployed = await deploy(stacks, { clients, state: this.state, portalUrl: url });
      const webhookSecret =
        outside.stripe.webhookSecret ?? this.state.current.webhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`;
      await this.state.change((state) => void (state.webhookSecret = webhookSecret));
      const values = { secretKey: outside.stripe.secretKey, webhookSecret, apiToken: outside.kintoneApiToken };
      await fillSecrets({
        client: clients.secrets,
        arns: deployed.secrets.values(),
        values,
        replace: outside.urls.secrets === undefined,
      });
      this.#access.use(deployed);
      this.api.use(deployed);
      this.page.use(deployed.web.viewerRequest);
      this.#deployed = deployed;
      await this.#isolates.deploy(deployed.functions.values());
      await this.schedules.use(deployed.schedules);
    } finally {
      clients.destroy();
    }
  }

  /** Moves the local clock on; when it resolves, everything that fell due has happened. */
  advance(milliseconds: number): Promise<void> {
    return this.#oneAtATime(() => this.#advance(milliseconds));
  }

  /** Back to the seed: services emptied, real time, no faults, templates and demo data made anew. */
  reset(): Promise<void> {
    return this.#oneAtATime(async () => {
      this.#isReady = false;
      await this.schedules.stop();
      await this.#startAfresh();
      this.#becomeReady();
    });
  }

  async close(): Promise<void> {
    this.#isReady = false;
    await this.schedules.stop();
    await this.#isolates.end();
    await this.#services.close();
    await Promise.all([this.inbox.close(), this.#functionLog.close()]);
  }

  /** The embedded Stripe. */
  get stripe(): StripeEmulator | undefined {
    return this.#services.stripe;
  }

  get #stripePages(): string {
    return `${this.options.url}${stripePagesPath}`;
  }

  get #webhookSecret(): string | undefined {
    return this.state.current.webhookSecret;
  }

  #oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const run = this.#inTurn.then(work);
    this.#inTurn = run.catch(() => undefined);
    return run;
  }

  #shareOffset(): void {
    new Float64Array(this.#sharedOffset)[0] = this.#clock.offset;
  }

  #becomeReady(): void {
    this.clearMetrics();
    this.schedules.start();
    this.#isReady = true;
  }

  async #startAfresh(): Promise<void> {
    this.faults.clear();
    // Copies of functions keep keys and connections of what is about to vanish.
    await this.#isolates.deploy([]);
    await Promise.all([this.#services.reset(), this.inbox.clear(), this.state.clear()]);
    this.#clock.reset();
    this.#shareOffset();
    await this.#deploy();
    const signIns = await this.options.seed({
      portalUrl: this.options.url,
      services: this.#services.urls,
      ids: idsOf(this.#deployed, this.options.outside),
      inbox: this.inbox,
      faults: this.faults,
      runSchedule: async (name) => {
        const schedule = this.schedules.names.find((one) => nameInStage(one) === name) ?? name;
        await this.schedules.fire(schedule);
      },
      clock: {
        now: () => this.#clock.now(),
        advance: (duration) => this.#advance(parseDuration(duration) ?? Number.NaN),
      },
      log: this.options.log,
    });
    // What the seed set off is over before anybody looks.
    await this.#services.stripe?.deliverEvents();
    await this.state.change((state) => void Object.assign(state, { signIns, stripePages: this.#stripePages }));
  }

  async #advance(milliseconds: number): Promise<void> {
    const { stripe, dynamodb } = this.#services;
    this.#clock.advance(milliseconds);
    this.#shareOffset();
    await this.state.change((state) => void (state.clockOffset = this.#clock.offset));
    await stripe?.tick();
    await stripe?.deliverEvents();
    await this.schedules.runDue();
    // What the jobs changed in Stripe is told to the portal too.
    await stripe?.deliverEvents();
    await dynamodb?.sweep();
  }
}
