import { logger } from '#functions/platform/logger';

/** What the functions log during a test; call it once in a test file. */
export function watchLog(): { text: () => string } {
  let lines: string[] = [];
  beforeEach(() => {
    lines = [];
    for (const level of ['info', 'warn', 'error'] as const)
      jest.spyOn(logger, level).mockImplementation((message, ...more) => {
        const words = more.map((one) =>
          JSON.stringify(one, (_key, value: unknown) =>
            value instanceof Error ? [value.name, value.message, value.cause] : value,
          ),
        );
        lines.push([level, typeof message === 'string' ? message : message.message, ...words].join(' '));
      });
  });
  return { text: () => lines.join('\n') };
}
