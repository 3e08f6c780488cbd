import { escapeHtml, htmlPage } from './html';
import type { InvoiceDocument } from './invoice-document';

const row = (cells: string[]): string => `<tr>${cells.join('')}</tr>`;
const cell = (text: string, kind = ''): string =>
  `<td${kind === '' ? '' : ` class="${kind}"`}>${escapeHtml(text)}</td>`;

const note = (html: string): string => `<span class="note whole">${html}</span>`;
const terms = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('');

/** The page behind invoice.hosted_invoice_url: the invoice's content, and a link to its PDF. */
export function invoicePage(document: InvoiceDocument, pdfUrl: string): string {
  const { title, status, issuer, place, recipient, address, facts, lines, sums, amount } = document;
  const number = facts[0]?.[1] ?? '';
  const addressLines = address.map((line) => `<p>${escapeHtml(line)}</p>`).join('');
  const placeLines = place.map((line) => `<span class="note whole">${escapeHtml(line)}</span>`).join('');
  return htmlPage(
    `${title} ${number}`,
    `<header class="top">
<p class="issuer">${escapeHtml(issuer)}${placeLines}</p>
<p class="badge ${status.tone}">${status.text}</p>
</header>
<h1>${title}</h1>
<p class="sum">${escapeHtml(amount)}<span class="note">（税込）</span></p>
<section class="parties">
<div><p class="label">宛先</p><p class="who">${escapeHtml(recipient)}</p>${addressLines}</div>
<dl>${terms(facts)}</dl>
</section>
<div class="scroll"><table>
<thead><tr><th>内容</th><th class="number">数量</th><th class="number">単価</th><th class="number">金額</th></tr></thead>
<tbody>
${lines
  .map((line) =>
    row([
      `<td>${escapeHtml(line.name)}${note(escapeHtml(line.kind))}` +
        `${note(escapeHtml(line.period).replace('〜', '〜<wbr>'))}</td>`,
      cell(line.quantity, 'number'),
      cell(line.unitPrice, 'number'),
      cell(line.amount, 'number'),
    ]),
  )
  .join('\n')}
</tbody>
</table></div>
<dl class="sums">${terms(sums)}</dl>
<p class="actions"><a class="button" href="${escapeHtml(pdfUrl)}">${title}をPDFでダウンロード</a></p>
<p class="note">これはこのパソコンの中だけで動く模擬の決済サービスです。実際のお金は動きません。</p>`,
  );
}
