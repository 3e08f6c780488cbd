import type { Page } from 'playwright/test';
import type { SignIn } from '../../local/cloud/state/sign-in';

/** Who looks: a visitor, or a sign-in of the demo data without a second step. */
export type Viewer = 'visitor' | Extract<SignIn['as'], 'owner' | 'empty' | 'admin' | 'chain'>;

/** A screen, dialog or state of the demo data. */
export interface Place {
  /** Unique; also the name of its pictures. */
  name: string;
  as: Viewer;
  path: string;
  /** The screen that `open` leads to, if it is another one than that of `path`. */
  reaches?: string;
  /** One of the ten screens that people use most. */
  main?: true;
  /** Opens a dialog or reaches a state on the screen. */
  open?: (page: Page) => Promise<void>;
}
