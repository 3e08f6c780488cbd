import { parse } from '@babel/parser';

const japanese = /[\u3040-\u30ff\u4e00-\u9fff]/;

interface Text {
  /** The function or constant that it stands in. */
  owner: string;
  text: string;
}

const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The text of a node without those of its children; `…` stands for a value. */
function ownText({ type, value, quasis }: Record<string, unknown>): string {
  if (type === 'TemplateLiteral')
    return (quasis as { value: { cooked: string } }[]).map((one) => one.value.cooked).join('…');
  return (type === 'StringLiteral' || type === 'JSXText') && typeof value === 'string' ? value : '';
}

/** The Japanese texts of a source file, in its order. */
export function textsOf(source: string): Text[] {
  const found: Text[] = [];
  const visit = (node: unknown, owner: string): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, owner);
    if (!isNode(node) || Array.isArray(node)) return;
    const { id } = node;
    const name = isNode(id) && typeof id['name'] === 'string' ? id['name'] : owner;
    const text = ownText(node).replaceAll(/\s+/g, ' ').trim();
    if (japanese.test(text)) found.push({ owner: name, text });
    for (const child of Object.values(node)) visit(child, name);
  };
  visit(parse(source, { sourceType: 'module', plugins: ['typescript', 'jsx'] }).program, '');
  return found;
}
