export const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const style = `
* { box-sizing: border-box; }
body { margin: 0; padding: 40px 16px; background: #f3f5f7; color: #1f2937; font-family: system-ui, 'Hiragino Sans',
  'Noto Sans JP', 'Noto Sans CJK JP', sans-serif; line-height: 1.6; }
main { max-width: 760px; margin: 0 auto; padding: 40px; background: #fff; border-radius: 16px;
  box-shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 32px rgb(0 0 0 / 6%); }
p, dl, dd { margin: 0; }
h1 { margin: 32px 0 4px; font-size: 24px; font-weight: 700; letter-spacing: .2em; }
.top { display: flex; align-items: center; justify-content: space-between; gap: 16px; }
.issuer { color: #0f766e; font-size: 18px; font-weight: 700; }
.badge { padding: 4px 14px; border-radius: 999px; font-size: 14px; font-weight: 700; }
.badge.good { background: #dcfce7; color: #166534; }
.badge.bad { background: #fee2e2; color: #991b1b; }
.badge.quiet { background: #e5e7eb; color: #374151; }
.sum { font-size: 36px; font-weight: 700; font-variant-numeric: tabular-nums; line-height: 1.3; }
.sum .note { margin-left: 4px; font-weight: 400; }
.parties { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 24px 40px; margin: 28px 0 32px;
  padding: 20px 24px; background: #f8fafa; border-radius: 12px; }
.label, dt { color: #5b6672; font-size: 13px; }
.who { font-size: 17px; font-weight: 700; }
.parties dl > div { display: grid; grid-template-columns: 6em auto; gap: 12px; align-items: baseline; padding: 2px 0; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th { padding: 0 0 8px; border-bottom: 2px solid #1f2937; color: #5b6672; font-size: 13px; font-weight: 400;
  text-align: left; white-space: nowrap; }
td { padding: 14px 0; border-bottom: 1px solid #e5e7eb; vertical-align: top; }
.number { padding-left: 20px; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.sums { width: min(100%, 340px); margin: 16px 0 0 auto; font-variant-numeric: tabular-nums; }
.sums > div { display: flex; align-items: baseline; justify-content: space-between; gap: 24px; padding: 5px 0; }
.sums dt { font-size: 14px; }
.sums > div:last-child { margin-top: 6px; padding-top: 12px; border-top: 2px solid #1f2937; font-size: 20px;
  font-weight: 700; }
.sums > div:last-child dt { color: inherit; font-size: 16px; }
.actions { margin: 32px 0 24px; }
.note { color: #5b6672; font-size: 13px; }
.whole { display: block; word-break: keep-all; }
button, .button { display: inline-block; min-height: 44px; padding: 10px 22px; border: 0; border-radius: 10px;
  background: #0f766e; color: #fff; font: inherit; font-weight: 700; cursor: pointer; text-decoration: none; }
button:hover, .button:hover { background: #115e59; }
button:focus-visible, .button:focus-visible { outline: 3px solid #5eead4; outline-offset: 2px; }
button.plain { background: #e5e7eb; color: #1f2937; }
@media (max-width: 520px) { body { padding: 0; } main { padding: 28px 20px; border-radius: 0; box-shadow: none; }
  .number { padding-left: 12px; } }
@media print { body { padding: 0; background: #fff; } main { max-width: none; box-shadow: none; }
  .actions { display: none; } }
`;

/** A whole page around `body`, which must already be HTML. */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`;
