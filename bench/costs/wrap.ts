const width = 120;

/** Wraps one paragraph or list item; later lines are indented like its text. */
function wrapBlock(block: string): string {
  const indent = block.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  for (const word of block.split(/\s+/)) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(word);
    else if (`${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  return lines.join('\n');
}

/** Rewraps the prose of a Markdown document; tables and headings stay as they are. */
export const wrapProse = (markdown: string): string => {
  const blocks = markdown.trim().split('\n\n');
  const wrapped = blocks.map((block) =>
    /^[|#]/.test(block)
      ? block
      : block
          .split(/\n(?=- )/)
          .map(wrapBlock)
          .join('\n'),
  );
  return `${wrapped.join('\n\n')}\n`;
};
