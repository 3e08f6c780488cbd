/** What the page tells of an error: which it was and where, and nothing of anybody's data. */
export interface ErrorReport {
  /** The built script of the page, `index-AbC123`; it names the build. */
  release: string;
  /** The router's pattern of the screen, `/store/:id`. */
  route: string;
  /** `TypeError`. */
  name: string;
  message: string;
  /** The innermost first: `render index-AbC123.js:1:234`. */
  stack: string[];
}

/** The message of the log line of a report, which an alarm counts. */
export const pageErrorLine = 'an error of the page';

/** The most of each part that is sent, kept and logged; characters, and frames of the stack. */
export const reportBounds = { release: 60, route: 100, name: 60, message: 200, frame: 120, frames: 20 } as const;

/** An error's message without what may be data: quoted texts, all but ASCII, addresses, and words with a digit. */
export const withoutData = (message: string): string =>
  message
    .replaceAll(/(["'`“‘])[^"'`”’]*["'`”’]/g, '…')
    .replaceAll(/\S*(?:@|:\/\/)\S*/g, '…')
    .replaceAll(/[^\s!-~…]+/g, '…')
    .replaceAll(/\S*\d\S*/g, '…')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, reportBounds.message);
