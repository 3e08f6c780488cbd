import { money } from '../rules/invoice-lines';
import type { WireInvoice } from '../state/objects';
import { escapeHtml, htmlPage } from './html';

const statusNames = { draft: '下書き', open: '未払い', paid: '支払い済み', uncollectible: '回収不能', void: '無効' };

/** `2026年11月21日`, in Japan. */
export const japaneseDate = (time: number): string => new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'Asia/Tokyo' }).format(time * 1000);

/** The page behind invoice.hosted_invoice_url: what is on the invoice, and where its PDF is. */
export function invoicePage(invoice: WireInvoice, pdfUrl: string): string {
  const rows = invoice.lines.map(
    (line) =>
      `<tr><td>${escapeHtml(line.description ?? '')}<br><span class="note">${japaneseDate(line.period.start)} – ${japaneseDate(line.period.end)}</span></td>` +
      `<td>${line.quantity}</td><td>${money(line.amount, line.currency)}</td></tr>`,
  );
  const discount = invoice.subtotal - invoice.total;
  if (discount > 0) rows.push(`<tr><td>割引</td><td></td><td>-${money(discount, invoice.currency)}</td></tr>`);
  const paid = invoice.status === 'paid' && invoice.status_transitions.paid_at !== null;
  return htmlPage(
    `請求書 ${invoice.number ?? ''}`,
    `<h1>${escapeHtml(invoice.account_name ?? '')}</h1>
<p class="sum">${money(invoice.amount_due, invoice.currency)}</p>
<p>${statusNames[invoice.status]}${paid ? `（${japaneseDate(invoice.status_transitions.paid_at ?? 0)}）` : ''}</p>
<table>
<tr><th>請求書番号</th><td>${escapeHtml(invoice.number ?? '')}</td></tr>
<tr><th>発行日</th><td>${japaneseDate(invoice.status_transitions.finalized_at ?? invoice.created)}</td></tr>
<tr><th>請求先</th><td>${escapeHtml(invoice.customer_name ?? invoice.customer_email ?? '')}</td></tr>
</table>
<table>
<tr><th>内容</th><th>数量</th><th>金額</th></tr>
${rows.join('\n')}
<tr><th>合計</th><td></td><td>${money(invoice.total, invoice.currency)}</td></tr>
</table>
<p><a class="button" href="${escapeHtml(pdfUrl)}">請求書をダウンロード</a></p>
<p class="note">これはこのパソコンの中だけで動く模擬の決済サービスです。実際のお金は動きません。</p>`,
  );
}
