/** A text at a place: points from the lower left corner of an A4 page. */
export interface PdfText {
  x: number;
  y: number;
  size: number;
  text: string;
}

/** UTF-16 in hexadecimal, as the Japanese encoding of the font reads it. */
const hexText = (text: string): string => {
  let hex = '';
  for (let index = 0; index < text.length; index += 1) hex += text.charCodeAt(index).toString(16).padStart(4, '0');
  return `<${hex}>`;
};

/**
 * A PDF 1.4 file with A4 pages. The font is one of the standard Japanese ones that every viewer has or replaces, so that nothing is
 * embedded (ISO 32000-1, 9.7.5.2: UniJIS-UTF16-H).
 */
export function pdfDocument(pages: PdfText[][]): Buffer {
  const first = 6;
  const pageIds = pages.map((_, index) => first + index * 2);
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5-UniJIS-UTF16-H /Encoding /UniJIS-UTF16-H /DescendantFonts [4 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> ' +
      '/DW 1000 /W [1 [278] 2 94 556 231 632 500] /FontDescriptor 5 0 R >>',
    '<< /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [-92 -250 1010 922] /ItalicAngle 0 /Ascent 752 /Descent -221 /CapHeight 737 /StemV 114 >>',
  ];
  pages.forEach((texts, index) => {
    const stream = texts.map(({ x, y, size, text }) => `BT /F1 ${size} Tf ${x} ${y} Td ${hexText(text)} Tj ET`).join('\n');
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${first + index * 2 + 1} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  });
  // Everything is ASCII, so lengths in characters are lengths in bytes.
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'ascii');
}
