import type { Appearance } from '@stripe/stripe-js';

const light = {
  colorPrimary: '#0a63c9',
  colorBackground: '#ffffff',
  colorText: '#2b2f38',
  colorTextSecondary: '#626a76',
  colorTextPlaceholder: '#737b87',
  colorDanger: '#c8213f',
};
const dark = {
  colorPrimary: '#7fd6a0',
  colorBackground: '#2c2f38',
  colorText: '#f7f8fa',
  colorTextSecondary: '#b4bac4',
  colorTextPlaceholder: '#9aa1ad',
  colorDanger: '#ff8ea3',
};
const common = {
  fontFamily: 'system-ui, "Hiragino Sans", "Yu Gothic", "Noto Sans JP", sans-serif',
  fontSizeBase: '16px',
  borderRadius: '5px',
  spacingUnit: '4px',
  fontWeightNormal: '400',
  fontWeightMedium: '500',
};

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** A value from a page's options must not end its declaration. */
const safe = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && !/[{};<]/.test(value));

function declarations(properties: object): string {
  return Object.entries(properties)
    .flatMap(([name, value]) => (/^[a-zA-Z-]+$/.test(name) && safe(value) ? [`${kebab(name)}: ${value};`] : []))
    .join(' ');
}

/** docs.stripe.com/elements/appearance-api: theme, then variables, then rules. */
function appearanceCss({ theme = 'stripe', variables = {}, rules = {} }: Appearance): string {
  const all = { ...(theme === 'night' ? dark : light), ...common, ...variables };
  const root = Object.entries(all)
    .flatMap(([name, value]) => (safe(value) ? [`--${kebab(name)}: ${value};`] : []))
    .join(' ');
  const own = Object.entries(rules).flatMap(([selector, properties]) =>
    /^[.\w:\- >+~[\]="]+$/.test(selector) ? [`${selector} { ${declarations(properties)} }`] : [],
  );
  return `:root { ${root} color-scheme: ${theme === 'night' ? 'dark' : 'light'}; }\n${own.join('\n')}`;
}

const form = `
  body { padding: 4px; font-family: var(--font-family); font-size: var(--font-size-base);
    font-weight: var(--font-weight-normal); color: var(--color-text); line-height: 1.5; }
  .Form { display: grid; gap: calc(var(--spacing-unit) * 3); grid-template-columns: 1fr 1fr; }
  .Field--number { grid-column: 1 / -1; }
  .Label { display: block; font-size: .875em; margin-bottom: var(--spacing-unit); color: var(--color-text); }
  .Box { position: relative; display: flex; align-items: center; }
  .Input { width: 100%; min-height: 46px; padding: 10px 12px; font: inherit; font-variant-numeric: tabular-nums;
    color: var(--color-text); background: var(--color-background);
    border: 1px solid color-mix(in srgb, var(--color-text) 42%, var(--color-background));
      border-radius: var(--border-radius); transition: border-color .15s, box-shadow .15s; }
  .Field--number .Input { padding-right: 56px; }
  .Input::placeholder { color: var(--color-text-placeholder); opacity: 1; }
  .Input:focus { outline: none; border-color: var(--color-primary); box-shadow: 0 0 0 3px color-mix(in srgb,
    var(--color-primary) 30%, transparent); }
  .Input--invalid, .Input--invalid:focus { border-color: var(--color-danger); color: var(--color-danger); }
  .Input--invalid:focus { box-shadow: 0 0 0 3px color-mix(in srgb, var(--color-danger) 28%, transparent); }
  .Input:-webkit-autofill { -webkit-text-fill-color: var(--color-text);
    box-shadow: 0 0 0 100px var(--color-background) inset; }
  .Icon { display: inline-flex; }
  .Box .Icon { position: absolute; right: 12px; pointer-events: none; }
  .Error { font-size: .875em; color: var(--color-danger); }
  .Error:not(:empty) { margin-top: var(--spacing-unit); }
  @media (prefers-reduced-motion: reduce) { .Input { transition: none; } }
`;

/** The style sheet of a field frame for the look that its page gave. */
export const styleSheet = (appearance: Appearance): string => `${form}\n${appearanceCss(appearance)}`;
