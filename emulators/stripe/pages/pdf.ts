/** A text at a position: points from the lower left corner of an A4 page. */
interface PdfText {
  x: number;
  y: number;
  size: number;
  text: string;
  /** 0 is black, 1 is white. */
  gray: number;
}

/** A line across the page, in points. */
interface PdfRule {
  from: number;
  to: number;
  y: number;
  width: number;
}

export type PdfMark = PdfText | PdfRule;

/**
 * Widths of the font's Latin letters, in thousandths of its size (see /W below); all other letters are as wide as high.
 */
const widths = { space: 278, latin: 556, other: 1000 } as const;

/** Width of a text in points. */
export const widthOf = (text: string, size: number): number =>
  (Array.from(text).reduce(
    (sum, one) => sum + (one === ' ' ? widths.space : one <= '~' ? widths.latin : widths.other),
    0,
  ) *
    size) /
  1000;

const operatorsOf = (mark: PdfMark): string =>
  'text' in mark
    ? `${mark.gray} g BT /F1 ${mark.size} Tf ${mark.x.toFixed(2)} ${mark.y} Td ${hexText(mark.text)} Tj ET`
    : `0.7 G ${mark.width} w ${mark.from} ${mark.y} m ${mark.to} ${mark.y} l S`;

/** UTF-16 in hexadecimal, the Japanese encoding of the font. */
const hexText = (text: string): string => {
  let hex = '';
  for (let index = 0; index < text.length; index += 1) hex += text.charCodeAt(index).toString(16).padStart(4, '0');
  return `<${hex}>`;
};

/**
 * A PDF 1.4 file with A4 pages. Uses a standard Japanese font that every viewer has or replaces, so nothing is embedded
 * (ISO 32000-1, 9.7.5.2: UniJIS-UTF16-H).
 */
export function pdfDocument(pages: PdfMark[][]): Buffer {
  const first = 6;
  const pageIds = pages.map((_, index) => first + index * 2);
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiKakuGo-W5-UniJIS-UTF16-H /Encoding /UniJIS-UTF16-H ' +
      '/DescendantFonts [4 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiKakuGo-W5 /CIDSystemInfo << /Registry (Adobe) ' +
      '/Ordering (Japan1) /Supplement 2 >> ' +
      `/DW ${widths.other} /W [1 [${widths.space}] 2 94 ${widths.latin} 231 632 500] /FontDescriptor 5 0 R >>`,
    '<< /Type /FontDescriptor /FontName /HeiseiKakuGo-W5 /Flags 4 /FontBBox [-92 -250 1010 922] /ItalicAngle 0 ' +
      '/Ascent 752 /Descent -221 /CapHeight 737 /StemV 114 >>',
  ];
  pages.forEach((marks, index) => {
    const stream = marks.map(operatorsOf).join('\n');
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ' +
        `${first + index * 2 + 1} 0 R >>`,
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
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) file += `${String(offset).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'ascii');
}
