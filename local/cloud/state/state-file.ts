import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Raised when the portal reads what it keeps otherwise than before: data of another number are refused. */
const format = 7;

/** A sign-in to the demo data, as `/__local/services` lists it. */
export interface SignIn {
  as: 'owner' | 'chain' | 'empty' | 'sms' | 'totp' | 'admin';
  email: string;
  password: string;
  /** The secret of the authenticator app, in base32. */
  totpSecret?: string;
}

/** The state that the cloud itself keeps between runs; each emulator keeps its own. */
interface CloudState {
  format: number;
  /** Physical ids of what was created, by `<stack>/<logical id>`. */
  resources: Record<string, RememberedResource>;
  /** When each schedule last ran, in milliseconds of the local clock. */
  schedules: Record<string, number>;
  /** How far the local clock is ahead of real time, in milliseconds. */
  clockOffset: number;
  /** The key with which the Stripe emulator signs its events. */
  webhookSecret?: string;
  /** The address of the Stripe emulator's invoices when the portal last read its shops. */
  stripePages?: string;
  /** Set once the seed is complete. */
  signIns?: SignIn[];
}

interface RememberedResource {
  id: string;
  /** Hash of its properties. */
  settings: string;
}

const empty = (): CloudState => ({ format, resources: {}, schedules: {}, clockOffset: 0 });

/**
 * The cloud's state on disk. Each change is on disk when its promise resolves, because the file is replaced as a whole.
 */
export class StateFile {
  #queue: Promise<void> = Promise.resolve();

  private constructor(
    private readonly path: string,
    private state: CloudState,
  ) {}

  /** @throws one sentence if the data are of another version of the portal */
  static async open(path: string): Promise<StateFile> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    const state =
      text === undefined ? empty() : { ...empty(), format: 1, ...(JSON.parse(text) as Partial<CloudState>) };
    if (state.format !== format)
      throw new Error(
        `The data in ${dirname(path)} are of another version of the portal: delete that folder to start afresh, or ` +
          'name another one: LOCAL_DATA=<folder>',
      );
    return new StateFile(path, state);
  }

  get current(): Readonly<CloudState> {
    return this.state;
  }

  change(change: (state: CloudState) => void): Promise<void> {
    change(this.state);
    const text = JSON.stringify(this.state, undefined, 2);
    this.#queue = this.#queue.then(async () => {
      await mkdir(dirname(this.path), { recursive: true });
      await writeFile(`${this.path}.new`, text);
      await rename(`${this.path}.new`, this.path);
    });
    return this.#queue;
  }

  /** Deletes everything. */
  clear(): Promise<void> {
    this.state = empty();
    return this.change(() => undefined);
  }
}
