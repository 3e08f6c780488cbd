import type { SignIn } from '../cloud/state/state-file';

const names: Record<SignIn['as'], string> = {
  owner: 'owner with shops',
  chain: 'chain of 24 shops',
  empty: 'no shop yet',
  sms: 'two-step by SMS',
  totp: 'two-step by app',
  admin: 'administrator',
};

/** Stripe's published test cards (docs.stripe.com/testing); any future date and any three digits go with them. */
const cards: [string, string][] = [
  ['4242 4242 4242 4242', 'is charged'],
  ['4000 0025 0000 3155', 'asks for 3-D Secure'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 0341', 'is saved, and declined when charged'],
  ['4000 0000 0000 0259', 'pays, and its bank disputes the payment'],
];

/** Rows under their headings in one frame; every cell is ASCII, so that the columns line up. */
function table(sections: readonly (readonly [string, readonly string[][]])[]): string {
  const rows = sections.flatMap(([, section]) => section);
  // The last cell of a row may be wider than its column.
  const widthOf = (column: number): number =>
    Math.max(...rows.filter((row) => row.length > column + 1).map((row) => row[column]?.length ?? 0));
  const lines = sections.map(([title, section]) =>
    section.map((row, index) =>
      [
        (index === 0 ? title : '').padEnd(8),
        ...row.map((cell, column) => (column < row.length - 1 ? cell.padEnd(widthOf(column)) : cell)),
      ].join('  '),
    ),
  );
  const width = Math.max(...lines.flat().map((line) => line.length));
  const rule = '-'.repeat(width);
  return [rule, ...lines.flatMap((section) => [...section, rule])].join('\n');
}

/** The table printed after the start: addresses, sign-ins, test cards. */
export function overview(url: string, signIns: readonly SignIn[]): string {
  return table([
    ['Portal', [[url]]],
    ['Mailbox', [[`${url}/__local/`]]],
    ...(signIns.length > 0
      ? [
          [
            'Sign in',
            signIns.map(({ as, email, password, totpSecret }) => [
              email,
              password,
              totpSecret === undefined ? names[as] : `${names[as]}, key ${totpSecret}`,
            ]),
          ] as [string, string[][]],
        ]
      : []),
    ['Cards', cards.map(([number, what]) => [number, what])],
    ['Stop', [['Ctrl+C; everything is kept under .local (LOCAL_DATA) until that folder is deleted']]],
  ]);
}
