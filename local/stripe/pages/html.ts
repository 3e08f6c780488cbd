export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;');

/** A whole page around `body`, which is HTML already. */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { margin: 0; background: #f6f8fa; color: #1a1f36; font-family: system-ui, 'Hiragino Sans', 'Noto Sans JP', sans-serif; line-height: 1.6; }
main { max-width: 640px; margin: 40px auto; padding: 32px; background: #fff; border-radius: 12px; box-shadow: 0 2px 12px rgb(0 0 0 / 8%); }
h1 { font-size: 20px; margin: 0 0 8px; }
table { width: 100%; border-collapse: collapse; margin: 24px 0; }
th, td { padding: 8px 0; border-bottom: 1px solid #e3e8ee; text-align: left; vertical-align: top; }
td:last-child, th:last-child { text-align: right; white-space: nowrap; }
.sum { font-size: 28px; font-weight: 700; }
.note { color: #697386; font-size: 13px; }
button, .button { display: inline-block; padding: 10px 20px; border: 0; border-radius: 8px; background: #635bff; color: #fff; font: inherit; cursor: pointer; text-decoration: none; }
button.plain { background: #e3e8ee; color: #1a1f36; }
</style>
</head>
<body><main>${body}</main></body>
</html>
`;
