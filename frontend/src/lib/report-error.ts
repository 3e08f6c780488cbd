import { matchPath } from 'react-router-dom';
import { reportBounds, withoutData, type ErrorReport } from '#shared/error-report';
import { callApi, ApiFailure } from './api';
import { paths } from './paths';
import { reportClientErrorRoute } from './session';

/** The most reports of a page: the first errors say most, and one that repeats says no more. */
const mostReports = 3;
const reported = new Set<string>();

const frame = /^\s*(?:at )?([\w$.<> ]*?)\s*[@(]?\s*(?:https?:\/\/[^/\s]+)?\/assets\/([\w.-]+\.js):(\d+):(\d+)\)?$/;

/** The places of a stack that are in the page's own built scripts; browser extensions have others. */
export const framesOf = (stack: string): string[] =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, where = '', file, row, column] = frame.exec(line) ?? [];
      return file === undefined ? [] : [`${where} ${file}:${row}:${column}`.trim().slice(-reportBounds.frame)];
    })
    .slice(0, reportBounds.frames);

const routeOf = (pathname: string): string =>
  Object.values(paths)
    .map((path) => (typeof path === 'string' ? path : path.pattern))
    .find((pattern) => matchPath(pattern, pathname) !== null) ?? '-';

const textOf = (error: Error): string =>
  error instanceof ApiFailure ? `${error.status} ${error.code}` : withoutData(error.message);

const release = (): string =>
  /\/assets\/(index-[\w-]+)\.js/.exec(document.head.innerHTML)?.[1]?.slice(0, reportBounds.release) ?? '-';

/** The report of an error; undefined if none of its places is in the page's own scripts, as for a browser extension. */
export function reportOf(error: unknown): ErrorReport | undefined {
  if (!(error instanceof Error)) return undefined;
  const stack = framesOf(error.stack ?? '');
  if (stack.length === 0) return undefined;
  const name = error.name.replaceAll(/\W/g, '').slice(0, reportBounds.name);
  return { release: release(), route: routeOf(window.location.pathname), name, message: textOf(error), stack };
}

/** Tells the server of an error that nothing handled; each once, and only the first few of a page. */
export async function reportError(thrown: unknown): Promise<void> {
  const report = reportOf(thrown);
  if (!report || reported.size >= mostReports) return;
  const key = JSON.stringify([report.name, report.message, report.stack[0]]);
  if (reported.has(key)) return;
  reported.add(key);
  await callApi(reportClientErrorRoute, { body: report }).catch(() => undefined);
}
