import { spawn } from 'node:child_process';
import { median } from './measure';

/**
 * Loaded by npx for this bench alone: as a dependency it would more than double what everybody installs. The last
 * version that runs on Node 20.
 */
const lighthouse = 'lighthouse@12.8.2';

/** Lighthouse's scores of one run, 0 to 100, and what the performance is made of (milliseconds; shift without unit). */
interface Run {
  performance: number;
  accessibility: number;
  firstPaint: number;
  largestPaint: number;
  blocked: number;
  shift: number;
}

interface Report {
  categories: Record<'performance' | 'accessibility', { score: number }>;
  audits: Record<string, { numericValue?: number }>;
}

async function run(url: string, browser: string): Promise<Run> {
  const child = spawn(
    'npx',
    [
      '--yes',
      lighthouse,
      url,
      '--quiet',
      '--output=json',
      '--only-categories=performance,accessibility',
      `--chrome-flags=--headless=new${process.getuid?.() === 0 ? ' --no-sandbox' : ''}`,
    ],
    { env: { ...process.env, CHROME_PATH: browser }, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${lighthouse} ended with ${code}; it needs the npm registry the first time`);
  const { categories, audits } = JSON.parse(output) as Report;
  const value = (audit: string): number => audits[audit]?.numericValue ?? Number.NaN;
  return {
    performance: Math.round(categories.performance.score * 100),
    accessibility: Math.round(categories.accessibility.score * 100),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
  };
}

/** The median of Lighthouse's mobile runs of a page, each value by itself: a phone of its own figures, simulated. */
export async function lighthouseOf(url: string, browser: string, runs: number): Promise<Run> {
  const all: Run[] = [];
  for (let count = 0; count < runs; count += 1) all.push(await run(url, browser));
  const middle = (name: keyof Run): number => median(all.map((one) => one[name]));
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    firstPaint: middle('firstPaint'),
    largestPaint: middle('largestPaint'),
    blocked: middle('blocked'),
    shift: middle('shift'),
  };
}
