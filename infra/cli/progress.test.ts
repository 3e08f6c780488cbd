import { progressOn, throttle } from './progress';

function shown(isTTY: boolean): { lines: string[]; say: (at: number, ...of: [string, number, number?]) => void } {
  const lines: string[] = [];
  let at = 0;
  const progress = progressOn({ isTTY, write: (text) => lines.push(text) }, () => at);
  return {
    lines,
    say: (time, ...of) => {
      at = time;
      progress(...of);
    },
  };
}

test('a terminal gets a bar with done, all and the time left, and a new line at the end', () => {
  const { lines, say } = shown(true);
  say(0, 'shops', 0, 2000);
  say(50, 'shops', 10, 2000);
  say(5000, 'shops', 500, 2000);
  say(20_000, 'shops', 2000, 2000);
  expect(lines.map((line) => line.trim())).toEqual([
    '[                        ] 0/2,000 shops',
    '[######                  ] 500/2,000 shops, 15 s left',
    '[########################] 2,000/2,000 shops',
  ]);
  expect(lines.map((line) => line.endsWith('\n'))).toEqual([false, false, true]);
});

test('without a terminal: a line now and then, of each work and at its end', () => {
  const { lines, say } = shown(false);
  say(0, 'customers', 100);
  say(9000, 'customers', 200);
  say(10_000, 'customers', 300);
  say(10_001, 'shops', 1, 2);
  say(10_002, 'shops', 2, 2);
  expect(lines).toEqual([
    '100 customers\n',
    '300 customers\n',
    '[############            ] 1/2 shops\n',
    '[########################] 2/2 shops\n',
  ]);
});

test('so many turns a second', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(1000);
  const waited: number[] = [];
  const turn = throttle(20, async (ms) => void waited.push(ms));
  for (let nth = 0; nth < 3; nth += 1) await turn();
  expect(waited).toEqual([0, 50, 100]);
});
